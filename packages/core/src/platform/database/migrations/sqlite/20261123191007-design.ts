import { Migration } from '@mikro-orm/migrations';

export class Migration20261123191007_design extends Migration {
  override name = 'Migration20261123191007_design';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`logos\` (\`key\` text not null primary key, \`content\` text not null, \`width\` integer not null, \`height\` integer not null, \`ground\` text not null, \`created_at\` datetime not null, \`is_used\` integer not null default false);`,
    );

    this.addSql(`alter table \`templates\` add column \`design\` json null;`);
    this.addSql(`alter table \`templates\` add column \`is_designed\` integer not null default false;`);
  }
}
