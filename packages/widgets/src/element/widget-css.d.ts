/** Both widgets' styles, minified; written by the build. */
declare module 'virtual:widget-css' {
  const css: string;
  export default css;
  /** As a Content-Security-Policy source, such as `sha256-…`. */
  export const hash: string;
}
