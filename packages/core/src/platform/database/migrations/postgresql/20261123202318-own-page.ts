import { Migration } from '@mikro-orm/migrations';

export class Migration20261123202318_own_page extends Migration {
  override name = 'Migration20261123202318_own_page';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "leaving_reasons" ("id" serial primary key, "reason" text not null, "text" varchar(300) not null, "day" varchar(10) not null);`,
    );
    this.addSql(`create index "leaving_reasons_day" on "leaving_reasons" ("day");`);

    this.addSql(
      `alter table "leaving_reasons" add constraint "leaving_reasons_reason_check" check ("reason" in ('too_many', 'not_expected', 'too_easy', 'too_hard', 'never_signed_up', 'other'));`,
    );
  }
}
