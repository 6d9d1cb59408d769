import { Migration } from '@mikro-orm/migrations';

export class Migration20261126153008_warm_up extends Migration {
  override name = 'Migration20261126153008_warm_up';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`smtp_warm_ups\` (\`name\` text not null primary key, \`first_day\` text not null);`,
    );

    this.addSql(`alter table \`smtp_sends\` add column \`warm_up_day\` text null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`warm_up_amount\` integer null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`warm_up_most\` integer null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`held_since\` datetime null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`held_id\` integer null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`held\` integer not null default 0;`);
    this.addSql(`alter table \`smtp_sends\` add column \`is_rest_sent\` integer not null default false;`);
    this.addSql(
      `create index \`smtp_sends_warm_up\` on \`smtp_sends\` (\`warm_up_day\`) where \`warm_up_day\` is not null;`,
    );
  }
}
