import { showInstant } from '@wordrise/core';
import { messages, type ScheduleItem, type ScheduleStatus, scheduleQuery } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../terminal/table.ts';

export async function showSchedule(
  cli: Cli,
  options: { status?: ScheduleStatus; limit: string },
): Promise<void> {
  const { limit } = scheduleQuery.parse(options);
  const { schedule, config } = await cli.open();
  const items = await schedule.list(limit, options.status);
  const hasReasons = items.some((item) => item.scheduled_emails.reason !== null);
  cli.out.answer(items, () => table(cli.out, items, columns(cli, config.timezone, hasReasons)));
  if (items.length === 0) cli.out.note(`${messages.schedule.emptyCalendar}.`);
}

function columns({ out }: Cli, timezone: string, hasReasons: boolean): Column<ScheduleItem>[] {
  const { paint } = out;
  const colors: Record<ScheduleStatus, (text: string) => string> = {
    pending: paint.yellow,
    scheduled: paint.cyan,
    sent: paint.green,
    failed: paint.red,
  };
  const found: Column<ScheduleItem>[] = [
    { title: 'ID', value: (item) => String(item.scheduled_emails.id), align: 'right' },
    {
      title: 'GOES OUT',
      value: (item) => showInstant(new Date(item.scheduled_emails.scheduledDate), timezone),
    },
    { title: 'WORD', value: (item) => item.words.word, paint: (cell) => paint.bold(cell), flexible: true },
    {
      title: 'STATUS',
      value: ({ scheduled_emails: email }) =>
        email.hasOlderText ? `${email.status}, older text` : email.status,
      paint: (cell, item) => colors[item.scheduled_emails.status](cell),
      flexible: true,
    },
  ];
  const reason: Column<ScheduleItem> = {
    title: 'WHY',
    value: (item) => item.scheduled_emails.reason ?? '',
    flexible: true,
  };
  return hasReasons ? [...found, reason] : found;
}
