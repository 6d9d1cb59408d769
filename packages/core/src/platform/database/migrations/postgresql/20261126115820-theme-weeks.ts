import { Migration } from '@mikro-orm/migrations';

export class Migration20261126115820_theme_weeks extends Migration {
  override name = 'Migration20261126115820_theme_weeks';

  override up(): void | Promise<void> {
    this.addSql(`alter table "autopilot_settings" add "theme_weeks" varchar(20) not null default 'off';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "autopilot_settings" drop column "theme_weeks";`);
  }
}
