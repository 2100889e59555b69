import { expect, test } from './fixtures';

const DRAFT = 'Salam,\nsifarişim haqqında';

test('the text being written survives a reload', async ({ page, chat }) => {
  await chat.open();
  await chat.input.fill(DRAFT);
  await page.reload();
  await expect(chat.input).toHaveValue(DRAFT);
  const { height } = (await chat.input.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(40);
  await chat.input.press('Enter');
  await expect(chat.own).toHaveCount(1);
  await page.reload();
  await chat.isConnected();
  await expect(chat.input).toHaveValue('');
});

test('it is in no other tab', async ({ context, chat }) => {
  await chat.open();
  await chat.input.fill(DRAFT);
  const other = chat.on(await context.newPage());
  await other.page.goto('/chat');
  await other.isConnected();
  await expect(other.input).toHaveValue('');
});

test('it goes with logout', async ({ page, chat, login }) => {
  await chat.open();
  await chat.input.fill(DRAFT);
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await chat.open();
  await expect(chat.input).toHaveValue('');
});

test('it goes with a logout in another tab, and where another user has signed in there', async ({
  context,
  page,
  provider,
  chat,
  login,
}) => {
  await chat.open();
  await chat.input.fill(DRAFT);
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate((token) => {
    localStorage.setItem('token', token);
  }, provider.tokenFor('+994709876543'));
  await expect(chat.input).toHaveValue('');
  await chat.input.fill(DRAFT);
  await other.evaluate(() => {
    localStorage.clear();
  });
  await expect(login.heading).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
