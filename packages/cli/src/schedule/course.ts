import type { CourseView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../command-line/table.ts';
import { figure } from '../command-line/text.ts';

export async function showCourse(cli: Cli): Promise<void> {
  const { config, course } = await cli.open();
  const view = await course.view();
  const columns: Column<CourseView['lessons'][number]>[] = [
    { title: 'LESSON', value: ({ number }) => `${number}`, align: 'right' },
    { title: 'WORD', value: ({ word }) => word, flexible: true },
    { title: 'READERS', value: ({ readers }) => figure(readers), align: 'right' },
  ];
  cli.out.answer(view, () => table(cli.out, view.lessons, columns));
  const isSet = !view.isOn && config.course !== undefined;
  if (isSet)
    cli.out.warn(
      'The course waits: only emails by SMTP have one. To try it, set EMAIL_PROVIDER=smtp-sandbox.',
    );
  else if (!view.isOn)
    cli.out.note('There is no course. Set one with: wordrise config COURSE --set tag:course');
  else if (view.lessons.length === 0)
    cli.out.warn('No word of the library belongs to the course. See: wordrise config COURSE');
  else cli.out.note(`${figure(view.finished)} finished it. READERS are those whose latest lesson it is.`);
}
