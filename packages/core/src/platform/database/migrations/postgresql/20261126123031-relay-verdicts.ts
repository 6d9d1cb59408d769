import { Migration } from '@mikro-orm/migrations';

export class Migration20261126123031_relay_verdicts extends Migration {
  override name = 'Migration20261126123031_relay_verdicts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "relay_verdicts" ("send_id" int not null, "reader_id" bigint not null, "result" text not null, "failure" varchar(20) null, "answer" text not null, "at" timestamptz(3) not null, primary key ("send_id", "reader_id"));`,
    );

    this.addSql(
      `alter table "relay_verdicts" add constraint "relay_verdicts_result_check" check ("result" in ('sent', 'failed', 'absent'));`,
    );
  }
}
