/** Every text that a customer reads (spec 2, 8). */
export const strings = {
  title: 'Dəstək Xidməti',
  operatorStatus: 'Aktiv operator',
  operator: 'Operator',
  you: 'Siz',
  logout: 'Çıxış',

  loginHeading: 'Telefon nömrənizi daxil edin',
  phonePlaceholder: 'Telefon nömrəsi',
  signIn: 'Daxil ol',
  signingIn: 'Daxil olunur...',
  loginFailed: 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.',
  invalidPhone: 'Nömrə düzgün formatda deyil',

  loadingMessages: 'Mesajlar yüklənir...',
  noMessages: 'Hələ mesaj yoxdur. Sualınızı yazın, operator cavab verəcək.',
  messageList: 'Mesajlar',
  newMessage: 'Yeni mesaj',
  messagePlaceholder: 'Mesajınızı yazın...',
  attachImage: 'Şəkil əlavə et',
  send: 'Göndər',
  image: 'Şəkil',
  openImage: 'Şəkli yeni vərəqdə aç',
  brokenImage: 'Şəkil açılmadı',
  brokenMessage: 'Bu mesajı göstərmək mümkün olmadı',
  brokenPage: 'Səhifədə xəta baş verdi. Zəhmət olmasa səhifəni yeniləyin.',

  connection: {
    Disconnected: 'Əlaqə yoxdur',
    Connecting: 'Qoşulur',
    Connected: 'Qoşulub',
    Disconnecting: 'Ayrılır',
    Reconnecting: 'Yenidən qoşulur',
  },

  today: 'Bu gün',
  yesterday: 'Dünən',
  /** Kept here because Chromium's Intl knows no Azerbaijani. */
  months: [
    'yanvar',
    'fevral',
    'mart',
    'aprel',
    'may',
    'iyun',
    'iyul',
    'avqust',
    'sentyabr',
    'oktyabr',
    'noyabr',
    'dekabr',
  ],
} as const;
