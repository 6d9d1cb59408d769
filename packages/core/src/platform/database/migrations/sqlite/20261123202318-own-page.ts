import { Migration } from '@mikro-orm/migrations';

export class Migration20261123202318_own_page extends Migration {
  override name = 'Migration20261123202318_own_page';

  override up(): void | Promise<void> {
    this.addSql(
      `create table \`leaving_reasons\` (\`id\` integer not null primary key autoincrement, \`reason\` text check (\`reason\` in ('too_many', 'not_expected', 'too_easy', 'too_hard', 'never_signed_up', 'other')) not null, \`text\` text not null, \`day\` text not null);`,
    );
    this.addSql(`create index \`leaving_reasons_day\` on \`leaving_reasons\` (\`day\`);`);
  }
}
