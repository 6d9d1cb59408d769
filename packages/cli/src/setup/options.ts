/** Those of settings are among them, by their camel-case name. */
export interface SetupOptions extends Partial<Record<string, unknown>> {
  set?: string[];
  answers?: string;
  admin?: string;
  passwordStdin?: boolean;
  starterWords?: boolean;
  checks: boolean;
  yes?: boolean;
}
