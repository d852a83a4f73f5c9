# What `cmake --install` puts where, and the Debian package (cpack -G DEB in the build folder). The program
# carries its architectures, lessons and player; it makes its manual page and completion itself.
include(GNUInstallDirs)
set(simt_share ${CMAKE_BINARY_DIR}/share)
add_custom_command(TARGET simt-sim POST_BUILD VERBATIM
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${simt_share}
                   COMMAND $<TARGET_FILE:simt-sim> --man > ${simt_share}/simt-sim.1
                   COMMAND $<TARGET_FILE:simt-sim> --bash-completion > ${simt_share}/simt-sim)

install(TARGETS simt-sim RUNTIME)
# What `exec` loads into programs: beside each other, where it looks for them.
install(TARGETS sim_program cudart_12 cudart_13 cuda_driver LIBRARY DESTINATION lib/simt-sim)
install(FILES ${simt_share}/simt-sim.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${simt_share}/simt-sim DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs kernels configs DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_PACKAGE_NAME simt-sim)
set(CPACK_PACKAGE_VENDOR "${CPACK_PACKAGE_NAME}")
set(CPACK_PACKAGE_CONTACT "the maintainers of simt-sim <simt-sim@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cycle-approximate simulator of SIMT GPUs")
set(CPACK_PACKAGE_FILE_NAME simt-sim-${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
