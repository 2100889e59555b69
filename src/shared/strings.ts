/** The texts of the login screen and of every screen (S2, S8). `chatStrings` has those of the chat. */
export const strings = {
  title: 'Dəstək Xidməti',
  /** The installed app's short name, and the name of a sender who is neither operator nor user. */
  support: 'Dəstək',

  loginHeading: 'Telefon nömrənizi daxil edin',
  phonePlaceholder: 'Telefon nömrəsi',
  phoneExample: 'Nümunə: 050 123 45 67',
  /** Followed by the customer's number. */
  yourPhone: 'Nömrəniz:',
  zeroAfterPrefix: '994-dən sonra 0 yazılmır',
  repeatedPrefix: '994 iki dəfə yazılıb?',
  signIn: 'Daxil ol',
  signingIn: 'Daxil olunur...',
  loginFailed: 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.',
  invalidPhone: 'Nömrə düzgün formatda deyil',

  brokenPage: 'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.',
  reloadPage: 'Səhifəni yenilə',
} as const;
