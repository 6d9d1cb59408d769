/** Fields that the provider fills in for each reader, such as the first name, in text that we send it. */
export interface MergeFields {
  /**
   * How each field is written in a template, by the name that someone might try for it, in lower-case letters and
   * digits.
   */
  names: Readonly<Record<string, string>>;
  /** What replaces template variables whose value differs for each reader. */
  values?: Readonly<Record<string, string>>;
  /** Stands for the reader in an address: `undefined` if the provider cannot fill in such a thing. */
  token?: string;
  /** Rewrites text of a word so that the provider finds no field in it. With `html`, the text is already HTML. */
  escape(text: string, kind: TextKind): string;
  /** Why a template variable could be mistaken for a field, and what to write instead. */
  warning(variable: VariableInTemplate, kind: TextKind): string | undefined;
}

type TextKind = 'html' | 'plain';

interface VariableInTemplate {
  /** As written, such as `{{word}}`. */
  source: string;
  /** A few characters of the template on each side. */
  before: string;
  after: string;
}
