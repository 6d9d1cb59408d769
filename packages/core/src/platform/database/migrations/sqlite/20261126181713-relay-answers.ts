import { Migration } from '@mikro-orm/migrations';

export class Migration20261126181713_relay_answers extends Migration {
  override name = 'Migration20261126181713_relay_answers';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`provider_backoffs\` add column \`since\` datetime null;`);

    this.addSql(`alter table \`smtp_send_relays\` add column \`failed\` integer not null default 0;`);
    this.addSql(`alter table \`smtp_send_relays\` add column \`deferred\` integer not null default 0;`);
    this.addSql(`alter table \`smtp_send_relays\` add column \`unknown\` integer not null default 0;`);
  }
}
