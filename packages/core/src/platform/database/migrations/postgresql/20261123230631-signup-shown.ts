import { Migration } from '@mikro-orm/migrations';

export class Migration20261123230631_signup_shown extends Migration {
  override name = 'Migration20261123230631_signup_shown';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "consents" ("key" varchar(32) not null, "text" text not null, "privacy_version" varchar(16) not null, "privacy_text" text not null, primary key ("key"));`,
    );

    this.addSql(
      `alter table "registrations" add "campaign" varchar(100) null, add "consent_key" varchar(32) null;`,
    );
    this.addSql(
      `create index "registrations_campaign" on "registrations" ("campaign", "id") where "campaign" is not null;`,
    );
    this.addSql(
      `create index "registrations_consent" on "registrations" ("consent_key") where "consent_key" is not null;`,
    );
  }
}
