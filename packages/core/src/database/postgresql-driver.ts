import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { keepConnections } from './keep-connections.ts';

class LastingConnection extends PostgreSqlConnection {
  override createKyselyDialect(overrides: Parameters<PostgreSqlConnection['createKyselyDialect']>[0]) {
    const dialect = super.createKyselyDialect(overrides);
    const createDriver = dialect.createDriver.bind(dialect);
    dialect.createDriver = () => keepConnections(createDriver());
    return dialect;
  }
}

/** MikroORM's driver, with a pool that keeps its connections when transactions fail. */
export class LastingPostgreSqlDriver extends PostgreSqlDriver {
  protected override readonly connection = new LastingConnection(this.config);
}
