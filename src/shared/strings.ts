/** Every text that a customer reads (S2, S8). */
export const strings = {
  title: 'Dəstək Xidməti',
  operatorStatus: 'Aktiv operator',
  operator: 'Operator',
  /** A sender who is neither the operator nor the user. */
  support: 'Dəstək',
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
  uploading: 'Şəkil yüklənir',
  dropImages: 'Şəkli göndərmək üçün bura buraxın',
  openImage: 'Şəkli yeni vərəqdə aç',
  brokenImage: 'Şəkil açılmadı',
  brokenMessage: 'Bu mesajı göstərmək mümkün olmadı',
  brokenPage: 'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.',
  reloadPage: 'Səhifəni yenilə',

  connection: {
    Disconnected: 'Əlaqə yoxdur',
    Connecting: 'Qoşulur',
    Connected: 'Qoşulub',
    Disconnecting: 'Ayrılır',
    Reconnecting: 'Yenidən qoşulur',
  },

  today: 'Bu gün',
  yesterday: 'Dünən',
  /** Chromium's Intl has no Azerbaijani. */
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
