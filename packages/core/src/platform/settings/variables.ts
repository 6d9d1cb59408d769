import { listHeadingOf, type SettingName, sections } from './table.ts';
import type { Variable } from './variable.ts';

/** One environment variable for display. It has no schema, so that reading this does not load zod. */
export interface VariableInfo
  extends Pick<
    Variable,
    'purpose' | 'advanced' | 'with' | 'optional' | 'unless' | 'needs' | 'listed' | 'setup' | 'stored'
  > {
  name: SettingName;
  /** The heading of its section in the table. */
  section: string;
  /** Its heading in a list of settings, one of `settingHeadings`. */
  listedUnder: string;
  /** The value when it is not set, in words; without one it is required or not needed. */
  fallback: string | undefined;
  secret: boolean;
  /** Required in production with every provider configured. */
  required: boolean;
}

export const variables: readonly VariableInfo[] = sections.flatMap(({ heading, rows }) =>
  Object.entries<Variable>(rows).map(([name, row]) => ({
    name: name as SettingName,
    section: heading,
    listedUnder: listHeadingOf(heading, row),
    ...describe(row),
  })),
);

function describe(row: Variable) {
  const { purpose, secret = false, setup } = row;
  const literal = typeof row.default === 'string' ? row.default : undefined;
  return {
    purpose,
    fallback: row.fallback?.replaceAll('`', '') ?? literal,
    secret,
    required:
      literal === undefined && !row.optional && (row.requiredInProduction === true || row.with !== undefined),
    ...(row.advanced && { advanced: row.advanced }),
    ...(row.with && { with: row.with }),
    ...(row.optional && { optional: row.optional }),
    ...(row.unless && { unless: row.unless }),
    ...(row.needs && { needs: row.needs }),
    ...(row.listed && { listed: row.listed }),
    ...(setup && { setup }),
    ...(row.stored && { stored: row.stored }),
  };
}
