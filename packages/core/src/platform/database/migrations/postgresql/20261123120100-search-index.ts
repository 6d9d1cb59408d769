import { Migration } from '@mikro-orm/migrations';

/** The index for searching words, which entities cannot describe. */
export class Migration20261123120100_search_index extends Migration {
  override name = 'Migration20261123120100_search_index';

  /** Where the extension is missing or may not be created, searches read the table. */
  override up(): void | Promise<void> {
    this.addSql(`
      do $$
      declare home text;
      begin
        create extension if not exists pg_trgm;
        select quote_ident(nspname) into home from pg_extension
          join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        execute 'create index words_search on words using gin (search_text ' || home || '.gin_trgm_ops)';
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        null;
      end $$;`);
  }
}
