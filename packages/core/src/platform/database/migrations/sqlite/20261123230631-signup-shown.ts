import { Migration } from '@mikro-orm/migrations';

export class Migration20261123230631_signup_shown extends Migration {
  override name = 'Migration20261123230631_signup_shown';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`consents\` (\`key\` text not null primary key, \`text\` text not null, \`privacy_version\` text not null, \`privacy_text\` text not null);`,
    );

    this.addSql(`alter table \`registrations\` add column \`campaign\` text null;`);
    this.addSql(`alter table \`registrations\` add column \`consent_key\` text null;`);
    this.addSql(
      `create index \`registrations_campaign\` on \`registrations\` (\`campaign\`, \`id\`) where \`campaign\` is not null;`,
    );
    this.addSql(
      `create index \`registrations_consent\` on \`registrations\` (\`consent_key\`) where \`consent_key\` is not null;`,
    );
  }
}
