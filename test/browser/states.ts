import type { Page } from '@playwright/test';
import type { Provider } from '../provider/provider';
import type { ChatScreen } from './chatScreen';
import { expect, type Customer } from './fixtures';
import type { LoginScreen } from './loginScreen';
import { encodePng } from '../provider/operator/png';
import { picture, uploaded } from './pictures';

/** What a test has in hand to bring the app into a state. */
export interface Stage {
  page: Page;
  login: LoginScreen;
  chat: ChatScreen;
  provider: Provider;
  customer: Customer;
}

/** The present, where times are looked at. */
export const NOW = '2026-03-05T10:20:00Z';
const YESTERDAY = '2026-03-04T15:03:00Z';

/** A picture with something to see: colours that run across it. */
function colourful(): ReturnType<typeof picture> {
  const [width, height] = [320, 240];
  const rgb = Uint8ClampedArray.from({ length: width * height * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)];
    return [60 + x / 3, 90 + y / 2, 200 - x / 4][index % 3] ?? 0;
  });
  return { ...picture(), buffer: encodePng(width, height, rgb) };
}

/** A conversation with all that can be in one, yesterday and today. */
async function conversation({ chat, provider, customer }: Stage): Promise<void> {
  const say = (text: string, minute: number, isOwn = false, imageUrl: string | null = null) =>
    provider.store(customer.id, {
      ...(isOwn && { fromUserId: customer.id, toUserId: 1 }),
      text: text || null,
      imageUrl,
      timestamp: `2026-03-05T10:${String(minute).padStart(2, '0')}:00Z`,
    });
  provider.store(customer.id, {
    text: 'Salam! Sizə necə kömək edə bilərəm?',
    timestamp: YESTERDAY,
  });
  say('Salam. Sifarişim hələ gəlməyib, nömrəsi 48213.', 2, true);
  say('Baxıram, bir dəqiqə.', 3);
  say('Sifariş yoldadır: https://example.az/sifaris/48213?dil=az', 4);
  const imageUrl = await uploaded(provider, customer.token, colourful());
  say('Qəbz budur.', 5, true, imageUrl);
  say('', 6, false, imageUrl);
  say('', 7, false, 'uploads/yoxdur.png');
  say('Çox uzun söz: ' + 'ə'.repeat(60), 8, true);
  say('Bir sətir,\no biri sətir.', 9);
  await chat.open();
}

/** Every state that a customer can find the app in. */
export const STATES = {
  'login, idle': async ({ login }: Stage) => {
    await login.open();
    await expect(login.button).toBeVisible();
  },
  'login, with an error': async ({ login }: Stage) => {
    await login.open();
    await login.type('50123');
    await login.button.click();
    await expect(login.error).toBeVisible();
  },
  'login, busy': async ({ login, provider }: Stage) => {
    provider.switches.calls.login = { end: 'hang' };
    await login.open();
    await login.type('501234567');
    await login.button.click();
    await expect(login.spinner).toBeVisible();
  },
  'chat, loading': async ({ chat, provider, customer }: Stage) => {
    provider.switches.calls.messages = { end: 'hang' };
    await chat.openWith(customer.token);
    await expect(chat.loading).toBeVisible();
    await expect(chat.connection).toHaveText('Qoşulub');
  },
  'chat, empty': ({ chat }: Stage) => chat.open(),
  'chat, short': async ({ chat, provider, customer }: Stage) => {
    provider.store(customer.id, { text: 'Salam!', timestamp: NOW });
    await chat.open();
  },
  'chat, long': conversation,
  'chat, sending': async (stage: Stage) => {
    await conversation(stage);
    stage.provider.switches.calls.send = { end: 'hang' };
    await stage.chat.say('Sağ olun');
    await expect(stage.chat.input).toBeDisabled();
  },
  'chat, uploading': async (stage: Stage) => {
    await conversation(stage);
    stage.provider.switches.calls.send = { end: 'hang' };
    await stage.chat.pick(picture());
    await expect(stage.page.getByText('100%')).toBeVisible();
  },
  'chat, offline': async (stage: Stage) => {
    await conversation(stage);
    await stage.provider.goDown();
    await expect(stage.chat.connection).toHaveText('Yenidən qoşulur');
  },
} as const;

export const PHONE = { width: 390, height: 780 };
export const DESKTOP = { width: 1280, height: 800 };

/** How the system may want things to look. */
export const LOOKS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;
