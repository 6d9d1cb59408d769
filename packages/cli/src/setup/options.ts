/** Includes the settings' options, by their camel-case names. */
export interface SetupOptions extends Partial<Record<string, unknown>> {
  set?: string[];
  answers?: string;
  admin?: string;
  passwordStdin?: boolean;
  starterWords?: boolean;
  checks: boolean;
  yes?: boolean;
}
