import { Migration } from '@mikro-orm/migrations';

export class Migration20261123154213_reader_imports extends Migration {
  override name = 'Migration20261123154213_reader_imports';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`reader_imports\` (\`id\` integer not null primary key autoincrement, \`state\` text check (\`state\` in ('uploading', 'checking', 'checked', 'importing', 'done', 'stopped', 'failed')) not null, \`name\` text null, \`bytes\` bigint not null default '0', \`bytes_read\` bigint not null default '0', \`pieces\` integer not null default 0, \`answers\` text not null, \`result\` text null, \`consent\` text null, \`account\` text null, \`created_at\` datetime not null, \`started_at\` datetime null, \`ended_at\` datetime null, \`lease_token\` text null, \`lease_until\` datetime null);`,
    );

    this.addSql(
      `create table \`reader_import_pieces\` (\`import_id\` integer not null, \`nth\` integer not null, \`content\` text not null, primary key (\`import_id\`, \`nth\`));`,
    );
  }
}
