import { Migration20261121000000_initial } from './postgresql/20261121000000-initial.ts';

/** Oldest first. The list stands outside the folder: a file inside would count as a migration. */
export const postgresqlMigrations = [Migration20261121000000_initial];
