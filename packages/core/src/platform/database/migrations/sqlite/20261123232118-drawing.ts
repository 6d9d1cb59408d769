import { Migration } from '@mikro-orm/migrations';

export class Migration20261123232118_drawing extends Migration {
  override name = 'Migration20261123232118_drawing';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`autopilot_settings\` add column \`levels\` text not null default '';`);
    this.addSql(`alter table \`autopilot_settings\` add column \`only_tags\` text not null default '';`);
    this.addSql(`alter table \`autopilot_settings\` add column \`never_tags\` text not null default '';`);
    this.addSql(
      `alter table \`autopilot_settings\` add column \`without_sensitive\` text not null default '';`,
    );

    this.addSql(
      `create index \`words_drawing\` on \`words\` (\`level\`, \`sensitive\`, \`tags\`, \`id\`, \`used_count\`, \`removed_at\`) where \`removed_at\` is null and \`used_count\` = 0;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`autopilot_settings\` drop column \`levels\`;`);
    this.addSql(`alter table \`autopilot_settings\` drop column \`only_tags\`;`);
    this.addSql(`alter table \`autopilot_settings\` drop column \`never_tags\`;`);
    this.addSql(`alter table \`autopilot_settings\` drop column \`without_sensitive\`;`);

    this.addSql(`drop index \`words_drawing\`;`);
  }
}
