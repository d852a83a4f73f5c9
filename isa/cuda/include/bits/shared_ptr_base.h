// libstdc++ writes __attribute__((__noinline__)), which the macro of CUDA would break.
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
