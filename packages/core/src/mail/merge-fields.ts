/** Fields that the provider fills in for each reader, such as the first name, in text that we send it. */
export interface MergeFields {
  /** By the name that someone might try for it, in lower-case letters and digits: how it is written in a template. */
  names: Readonly<Record<string, string>>;
  /** Template variables whose value differs from reader to reader: what is written in their place. */
  values?: Readonly<Record<string, string>>;
  /** Rewrites text of a word so that the provider finds no field in it. `html` is HTML already. */
  escape(text: string, kind: TextKind): string;
  /** Why a variable of a template could be taken for a field, and what to write instead. */
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
