/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The address of Wordrise. */
  readonly VITE_WORDRISE_URL?: string;
}
