import { command, examples, run } from '../command-line/command.ts';

export const rehearseCommand = () =>
  command(
    'rehearse',
    'say how long an email to many readers takes here',
    'Sends an email with your settings to made-up readers: from a new database on the same disk or database server, to a mail server that it runs on this machine. No email leaves it, and your own data is not touched. Then it scales what it measured to your list and the terms of your relay. The real thing is slower where the network or the relay is; --answer says how long yours takes for an email.',
  )
    .option(
      '--readers <number>',
      'how many readers to forecast; those on your list if left out, or 1,000 while it is empty',
    )
    .option(
      '--sample <number>',
      'how many emails to send for it, at most: for a shorter list as many as it has, but 200 or more',
      '5000',
    )
    .option('--answer <ms>', 'how long the mail server takes for each email', '50')
    .option(
      '--per-second <number>',
      'emails that your relay takes in a second, instead of SMTP_RATE_PER_SECOND',
    )
    .option('--per-hour <number>', 'emails that your relay takes in an hour, instead of SMTP_RATE_PER_HOUR')
    .option('--per-day <number>', 'emails that your relay takes in a day, instead of SMTP_RATE_PER_DAY')
    .option('--price <amount>', 'what your relay costs for 1,000 emails')
    .option(
      '--warm-up <day>',
      'the first day of a new domain, YYYY-MM-DD: how many to send on which day, with the schedule of WARM_UP or the usual one',
    )
    .option(
      '--second-per-second <number>',
      'with two mail servers: emails that the second one takes in a second, instead of SMTP_SECOND_RATE_PER_SECOND',
    )
    .option('--second-per-hour <number>', 'instead of SMTP_SECOND_RATE_PER_HOUR')
    .option('--second-per-day <number>', 'instead of SMTP_SECOND_RATE_PER_DAY')
    .option('--second-price <amount>', 'what the second one costs for 1,000 emails')
    .option(
      '--second-share <percent>',
      'how many of the readers are for the second mail server, if it carries the emails of some; as on your list if left out',
    )
    .addHelpText(
      ...examples(
        'wordrise rehearse',
        'wordrise rehearse --readers 1000000 --per-second 160 --price 0.10',
        'wordrise rehearse --readers 50000 --warm-up 2026-12-01',
        'wordrise rehearse --readers 50000 --per-hour 10000 --second-price 0.80',
      ),
    )
    .action(run(async () => (await import('./rehearse.ts')).rehearse));
