import { OPERATOR_ID, type ChatMessage } from '../../stand-in/state/conversations';
import { dispatch, imageFile, uploadImage } from './images';
import { expect, test as base, type Fixtures } from './fixtures';
import { DISCONNECTED, runClockUntil } from './outage';

const REFUSAL = 'Yalnız şəkil göndərmək olar';
const IMAGE = imageFile({ kind: 'gradient' });
const PDF = { name: 'qəbz.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) };

type StateFixtures = Pick<Fixtures, 'login' | 'chat' | 'provider' | 'customer'>;

/** The current time in tests of what times look like. */
export const NOW = '2026-03-05T10:20:00Z';
const YESTERDAY = '2026-03-04T15:03:00Z';

/** Returns functions that store a message of today: of the operator, and of the customer. */
function storeToday({ provider, customer }: StateFixtures) {
  const store = (minute: number, message: Partial<ChatMessage>) =>
    provider.store(customer.id, {
      text: null,
      ...message,
      timestamp: `2026-03-05T10:${String(minute).padStart(2, '0')}:00Z`,
    });
  const own = { fromUserId: customer.id, toUserId: OPERATOR_ID };
  return {
    incoming: store,
    own: (minute: number, message: Partial<ChatMessage>) => store(minute, { ...message, ...own }),
  };
}

/** Opens a conversation of two days with every kind of message. */
async function openConversation(fixtures: StateFixtures): Promise<void> {
  const { chat, provider, customer } = fixtures;
  const { incoming, own } = storeToday(fixtures);
  const imageUrl = await uploadImage(provider, customer, IMAGE);
  const greeting = 'Salam! Sizə necə kömək edə bilərəm?';
  provider.store(customer.id, { text: greeting, timestamp: YESTERDAY });
  own(2, { text: 'Salam. Sifarişim hələ gəlməyib, nömrəsi 48213.' });
  incoming(3, { text: 'Baxıram, bir dəqiqə.' });
  incoming(4, { text: 'Sifariş yoldadır: https://example.az/sifaris/48213?dil=az' });
  own(5, { text: 'Qəbz budur.', imageUrl });
  incoming(6, { imageUrl });
  incoming(7, { imageUrl: 'uploads/yoxdur.png' });
  own(8, { text: 'Çox uzun söz: ' + 'ə'.repeat(60) });
  incoming(9, { text: 'Bir sətir,\no biri sətir: www.example.az, destek@example.az' });
  await chat.open();
}

/** Opens a typical conversation, which the screenshots of the README show. */
async function openTypicalConversation(fixtures: StateFixtures): Promise<void> {
  const { chat, provider, customer } = fixtures;
  const { incoming, own } = storeToday(fixtures);
  const receipt = imageFile({ kind: 'receipt', width: 360, height: 480 });
  const imageUrl = await uploadImage(provider, customer, receipt);
  own(2, { text: 'Salam! Dünən 48213 nömrəli sifarişi ödədim, amma hələ təsdiq gəlməyib.' });
  incoming(4, { text: 'Salam! Baxıram. Ödənişin qəbzini göndərə bilərsiniz?' });
  own(5, { text: 'Əlbəttə, buyurun.', imageUrl });
  incoming(8, {
    text: 'Təşəkkür edirəm, ödənişi tapdım. Sifariş bu gün saat 18:00-a qədər çatdırılacaq.',
  });
  own(9, { text: 'Çox sağ olun!' });
  await chat.open();
}

/** Opens the conversation, and changes its state. */
const inConversation = (change: typeof openConversation) => async (fixtures: StateFixtures) => {
  await openConversation(fixtures);
  await change(fixtures);
};

/** Opens the app in each of its states. */
const OPEN = {
  'login, idle': async ({ login }: StateFixtures) => {
    await login.open();
    await expect(login.button).toBeVisible();
  },
  'login, with a hint': async ({ login }: StateFixtures) => {
    await login.open();
    await login.type('994501234');
    await expect(login.note).toHaveText(
      '994 iki dəfə yazılıbsa, birini silin. Nömrəniz: 099 450 12 34',
    );
  },
  'login, with an error': async ({ login }: StateFixtures) => {
    await login.open();
    await login.type('50123');
    await login.button.click();
    await expect(login.error).toBeVisible();
  },
  'login, busy': async ({ login, provider }: StateFixtures) => {
    provider.switches.calls.login = { end: 'hang' };
    await login.open();
    await login.type('501234567');
    await login.button.click();
    await expect(login.spinner).toBeVisible();
  },
  'broken page': async ({ login }: StateFixtures) => {
    await login.page.route('**/main.*.js', (route) => route.abort());
    await login.open();
    await expect(login.page.getByText('Səhifədə xəta baş verdi')).toBeVisible();
  },
  'chat, loading': async ({ chat, provider }: StateFixtures) => {
    provider.switches.calls.messages = { end: 'hang' };
    await chat.load();
    await expect(chat.loading).toBeVisible();
    await expect(chat.connection).toHaveText('Qoşulub');
  },
  'chat, empty': ({ chat }: StateFixtures) => chat.open(),
  'chat, typical': openTypicalConversation,
  'chat, long': openConversation,
  // Without a screenshot, because not every machine has a font with emoji.
  'chat, emoji': async (fixtures: StateFixtures) => {
    storeToday(fixtures).own(2, { text: '👍' });
    await fixtures.chat.open();
  },
  'chat, uploading': inConversation(async ({ chat, provider }) => {
    provider.switches.calls.send = { end: 'hang' };
    await chat.pick(IMAGE);
    await expect(chat.page.getByText('Göndərilir...')).toBeVisible();
  }),
  'chat, images waiting': inConversation(async ({ chat }) => {
    await dispatch(chat.page, 'drop', [IMAGE, imageFile({ name: 'qəbz.png' })]);
    await expect(chat.waiting).toHaveCount(2);
  }),
  'chat, refused file': inConversation(async ({ chat }) => {
    await dispatch(chat.page, 'drop', [PDF, IMAGE]);
    await expect(chat.page.getByText(REFUSAL)).toBeVisible();
    await expect(chat.waiting).toHaveCount(1);
  }),
  'chat, logout question': inConversation(async ({ chat }) => {
    await dispatch(chat.page, 'drop', [IMAGE]);
    await expect(chat.waiting).toHaveCount(1);
    await chat.logout.click();
    await expect(chat.page.getByRole('alertdialog')).toBeVisible();
  }),
  'chat, refused drag': inConversation(async ({ chat }) => {
    await dispatch(chat.page, 'dragenter', [PDF]);
    await expect(chat.page.getByText(REFUSAL)).toBeVisible();
  }),
  'chat, offline': inConversation(async ({ chat, provider }) => {
    await provider.stop();
    await expect(chat.strip).toHaveText('Yenidən qoşulur...');
  }),
  'chat, disconnected': async (fixtures: StateFixtures) => {
    const { chat, provider } = fixtures;
    await chat.page.clock.install({ time: NOW });
    await openConversation(fixtures);
    provider.switches.calls.negotiate = { status: 403 };
    provider.hub.terminate();
    await runClockUntil(chat, DISCONNECTED);
    await expect(chat.reconnect).toBeVisible();
  },
  'chat, scrolled up': async ({ chat, provider, customer }: StateFixtures) => {
    for (let number = 0; number < 60; number += 1)
      provider.store(customer.id, { text: `Mesaj ${number}`, timestamp: YESTERDAY });
    await chat.open();
    await chat.setHidden(true);
    for (let number = 0; number < 18; number += 1) {
      const stored = provider.store(customer.id, { text: `Yeni mesaj ${number}`, timestamp: NOW });
      provider.pushMessage(customer.id, stored);
    }
    await expect(chat.messages.last()).toContainText('Yeni mesaj 17');
    await chat.setHidden(false);
    await chat.expectAtBottom();
    await chat.newMessages.evaluate((divider) => divider.scrollIntoView({ block: 'end' }));
    await expect(chat.newest).toBeVisible();
  },
};

type State = keyof typeof OPEN;
export const STATES = Object.keys(OPEN) as State[];

/** `show` opens the app in a state. */
export const test = base.extend<{ show: (state: State) => Promise<void> }>({
  show: ({ login, chat, provider, customer }, use) =>
    use((state) => OPEN[state]({ login, chat, provider, customer })),
});

export const PHONE = { width: 390, height: 780 };
export const DESKTOP = { width: 1280, height: 800 };

/** The system's colour settings. */
export const COLOUR_SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;
