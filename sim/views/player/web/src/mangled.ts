// Names that a C++ compiler mangled, as a person wrote them.

/** Of a function's own array its last part: "_ZZ6matmulPKfS0_PfiE2as" is as. */
export function plain(name: string): string {
  const own = /^_ZZ.*E(\d+)([A-Za-z_]\w*?)(_\d+)?$/.exec(name);
  if (!own) return name;
  // The digits end the mangled function's "E"; the name has the length that they say.
  for (let i = 0; i < own[1].length; ++i) {
    const length = Number(own[1].slice(i));
    if (length > 0 && own[2].length >= length) return own[2].slice(0, length);
  }
  return name;
}

/** Instructions with short names: parameters by number, arrays of a function by their own names. */
export function short(text: string, kernel: string): string {
  return text.split(`${kernel}_param_`).join("param_").replace(/_Z\w+?_param_(?=\d)/g, "param_").replace(/_ZZ\w+/g, plain);
}
