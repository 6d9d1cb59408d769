/** The styles of `<wordrise-today>`, minified. The build provides this module. */
declare module 'virtual:today-css' {
  const css: string;
  export default css;
}

/** Both other widgets' styles, minified. The build provides this module. */
declare module 'virtual:widget-css' {
  const css: string;
  export default css;
  /** For the Content-Security-Policy, such as `sha256-…`. */
  export const hash: string;
}
