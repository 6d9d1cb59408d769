import { Migration } from '@mikro-orm/migrations';

export class Migration20261123195235_local_times extends Migration {
  override name = 'Migration20261123195235_local_times';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`deliveries\` add column \`first_due_at\` datetime null;`);

    this.addSql(`alter table \`smtp_sends\` add column \`last_at\` datetime null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`day\` text null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`local_time\` text null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`timezone\` text null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`owner_at\` datetime null;`);
    this.addSql(`alter table \`smtp_sends\` add column \`joined_to\` datetime null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`deliveries\` drop column \`first_due_at\`;`);

    this.addSql(`alter table \`smtp_sends\` drop column \`last_at\`;`);
    this.addSql(`alter table \`smtp_sends\` drop column \`day\`;`);
    this.addSql(`alter table \`smtp_sends\` drop column \`local_time\`;`);
    this.addSql(`alter table \`smtp_sends\` drop column \`timezone\`;`);
    this.addSql(`alter table \`smtp_sends\` drop column \`owner_at\`;`);
    this.addSql(`alter table \`smtp_sends\` drop column \`joined_to\`;`);
  }
}
