import { Migration } from '@mikro-orm/migrations';

/** With two more characters a text of one or two is the beginning of a trigram, even at the end. */
const padded = (text: string) => `${text} || char(10, 10)`;
const add = `insert into words_search (rowid, search_text) values (new.id, ${padded('new.search_text')});`;
const remove = `insert into words_search (words_search, rowid, search_text)
  values ('delete', old.id, ${padded('old.search_text')});`;

/** The index for searching words, which entities cannot describe. */
export class Migration20261123120100_search_index extends Migration {
  override name = 'Migration20261123120100_search_index';

  override up(): void | Promise<void> {
    this.addSql(
      `create view words_search_source as select id, ${padded('search_text')} as search_text from words;`,
    );
    // The text is in lower case already, and each hit is compared with it: positions would only take room.
    this.addSql(
      `create virtual table words_search using fts5(search_text, content='words_search_source', content_rowid='id',
         tokenize='trigram case_sensitive 1', detail='none', columnsize=0);`,
    );
    // Merging parts of the index as often as FTS5 does by default costs an import more than it helps a search.
    this.addSql(`insert into words_search (words_search, rank) values ('automerge', 16);`);
    this.addSql(`create virtual table words_search_terms using fts5vocab(words_search, 'row');`);
    // FTS5 writes its pages after every statement that a trigger adds to. An import puts a row in here, adds its
    // rows to the index itself, and takes it out again before it commits.
    this.addSql(`create table words_search_paused (id integer primary key);`);
    this.addSql(
      `create trigger words_search_insert after insert on words
         when not exists (select 1 from words_search_paused) begin ${add} end;`,
    );
    this.addSql(
      `create trigger words_search_update after update of search_text on words
         when old.search_text <> new.search_text begin ${remove} ${add} end;`,
    );
    this.addSql(`create trigger words_search_delete after delete on words begin ${remove} end;`);
    this.addSql(`insert into words_search (words_search) values ('rebuild');`);
  }
}
