/** The texts of the login and of every screen (S2, S8). `chatStrings` has those of the chat. */
export const strings = {
  title: 'Dəstək Xidməti',
  /** The installed app's short name, and the name of a sender who is neither operator nor user. */
  support: 'Dəstək',

  loginHeading: 'Telefon nömrənizi daxil edin',
  phonePlaceholder: 'Telefon nömrəsi',
  // Non-breaking spaces keep a number on one line.
  phoneExample: 'Nümunə: +994\u00a050\u00a0123\u00a045\u00a067',
  /** Followed by the customer's number. */
  yourPhone: 'Nömrəniz:',
  zeroAfterPrefix: '994-dən sonra 0 yazmayın: 50\u00a0123\u00a045\u00a067',
  repeatedPrefix: '994 iki dəfə yazılıbsa, birini silin.',
  logIn: 'Daxil ol',
  loggingIn: 'Daxil olunur...',
  noPassword: 'Parol lazım deyil. Nömrənizi yazın, söhbət dərhal açılacaq.',
  loginFailed: 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.',
  invalidPhone: 'Nömrə düzgün formatda deyil',

  brokenPage: 'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.',
  reloadPage: 'Səhifəni yenilə',
} as const;

/** Shown where scripts do not run. Not in `strings`, because the bundle would then contain it. */
export const scriptsRequired =
  'Bu səhifə üçün JavaScript lazımdır. Brauzerin parametrlərində onu aktiv edin.';

/** Shown in a browser that lacks what the app needs. Not in the bundle, which would not run there. */
export const browserTooOld =
  'Brauzeriniz köhnədir. Söhbət üçün onu yeniləyin və ya başqa brauzerdən istifadə edin.';

/** Shown with a link to the page, for example by a messenger. Not in the bundle either. */
export const description = 'Sualınızı yazın, operator cavab verəcək.';
