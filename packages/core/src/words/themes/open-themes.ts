import type { ThemeDetail, ThemeEdit, ThemeInput, ThemeList, ThemeView } from '../../contract/themes.ts';
import type { ImportReport } from '../../contract/words.ts';
import type { ImportFormat, ImportInput } from '../../platform/import-files/read-rows.ts';
import type { ImportThemesOptions } from './import-themes.ts';
import {
  addTheme,
  editTheme,
  exportThemes,
  findTheme,
  getTheme,
  listThemes,
  removeTheme,
  type ThemesDeps,
} from './themes.ts';

/** Words that belong together, for weeks of their own. A theme that a word names and that is new is added by itself. */
export interface Themes {
  /** All of them, in alphabetical order. */
  list(): Promise<ThemeList>;
  /** With its words in order. */
  get(id: number): Promise<ThemeDetail>;
  /** Finds a theme by its title, ignoring case. */
  find(title: string): Promise<ThemeView | undefined>;
  add(input: ThemeInput): Promise<ThemeDetail>;
  /** What is left out stays as it is. */
  edit(id: number, edit: ThemeEdit): Promise<ThemeDetail>;
  /** Its words stay in the library. */
  remove(id: number, options?: { dryRun?: boolean }): Promise<void>;
  /** Adds titles and introductions from a file. */
  import(input: ImportInput, options: ImportThemesOptions): Promise<ImportReport>;
  /** Titles and introductions, for another installation. */
  export(format: ImportFormat): AsyncGenerator<string>;
}

export function openThemes(deps: ThemesDeps): Themes {
  return {
    list: () => listThemes(deps),
    get: (id) => getTheme(deps, id),
    find: (title) => findTheme(deps, title),
    add: (input) => addTheme(deps, input),
    edit: (id, edit) => editTheme(deps, id, edit),
    remove: (id, options) => removeTheme(deps, id, options),
    import: async (input, options) => (await import('./import-themes.ts')).importThemes(deps, input, options),
    export: (format) => exportThemes(deps, format),
  };
}
