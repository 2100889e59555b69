import { expect, test } from '../support/browser/fixtures';

/** The day and time shown for each timestamp. */
const SHOWN = {
  '2025-03-05T10:07:00': ['5 mart 2025', '14:07'],
  '2025-03-06T10:07:00Z': ['6 mart 2025', '14:07'],
  '2025-03-07T10:07:00+04:00': ['7 mart 2025', '10:07'],
  '2025-03-08T10:07:00.1234567': ['8 mart 2025', '14:07'],
  '2025-03-09T10:07:00.1234567Z': ['9 mart 2025', '14:07'],
  '2025-03-10T20:05:00': ['11 mart 2025', '00:05'],
  '2025-09-12T19:59:00': ['12 sentyabr 2025', '23:59'],
};

test.describe('Message times', () => {
  test('are hours and minutes in the customer’s time zone, whatever zone the timestamp has', async ({
    chat,
    provider,
    customer,
  }) => {
    for (const timestamp of Object.keys(SHOWN)) {
      provider.store(customer.id, { text: timestamp, timestamp });
    }
    await chat.open();
    await expect(chat.messages.getByRole('time')).toHaveText(
      Object.values(SHOWN).map(([, time]) => time ?? ''),
    );
    await expect(chat.list.getByRole('heading')).toHaveText(
      Object.values(SHOWN).map(([day]) => day ?? ''),
    );
  });

  test('are the current time on own messages', async ({ page, chat }) => {
    await page.clock.setFixedTime('2025-03-05T10:07:00Z');
    await chat.open();
    await chat.say('Salam');
    await expect(chat.own.getByRole('time')).toHaveText('14:07');
  });

  test('have day headings: today, yesterday, else the date, with the year if it is not this year', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await page.clock.setFixedTime('2026-03-05T08:00:00Z');
    const times = ['2025-12-31T12:00:00', '2026-01-31T12:00:00', '2026-03-04T12:00:00'];
    [...times, '2026-03-04T20:00:00', '2026-03-05T07:00:00'].forEach((timestamp) =>
      provider.store(customer.id, { text: 'Salam', timestamp }),
    );
    await chat.open();
    await expect(chat.list.getByRole('heading')).toHaveText([
      '31 dekabr 2025',
      '31 yanvar',
      'Dünən',
      'Bu gün',
    ]);
  });
});
