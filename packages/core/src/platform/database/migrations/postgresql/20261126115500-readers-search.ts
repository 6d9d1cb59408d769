import { Migration } from '@mikro-orm/migrations';

/** The index for searching readers, which entities cannot describe. */
export class Migration20261126115500_readers_search extends Migration {
  override name = 'Migration20261126115500_readers_search';

  /** Where the extension is missing or may not be created, searches read the table. */
  override up(): void | Promise<void> {
    this.addSql(`
      do $$
      declare home text;
      begin
        create extension if not exists pg_trgm;
        select quote_ident(nspname) into home from pg_extension
          join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
        execute 'create index registrations_search on registrations using gin
          ((email || chr(10) || lower(first_name) || chr(10) || first_name) ' || home || '.gin_trgm_ops)';
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        null;
      end $$;`);
  }
}
