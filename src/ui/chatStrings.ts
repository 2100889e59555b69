/** The texts of the chat screen (S2). The login does not load them, unlike `strings`. */
export const chatStrings = {
  subtitle: 'Aktiv operator',
  operator: 'Operator',
  you: 'Siz',
  logout: 'Çıxış',
  logoutQuestion: 'Göndərilməmiş şəkil var. Yenə də çıxmaq istəyirsiniz?',

  loadingMessages: 'Mesajlar yüklənir...',
  noMessages: 'Hələ mesaj yoxdur. Sualınızı yazın, operator cavab verəcək.',
  messageList: 'Mesajlar',
  newMessage: 'Mesaj yazın',
  messageLabel: 'Mesaj',
  newMessages: 'Yeni mesajlar',
  /** After a number. */
  countedMessages: 'yeni mesaj',
  newestMessage: 'Ən son mesaja keç',
  messagePlaceholder: 'Mesajınızı yazın...',
  attachImage: 'Şəkil əlavə et',
  send: 'Göndər',
  image: 'Şəkil',
  uploading: 'Şəkil göndərilir...',
  sending: 'Göndərilir...',
  cancelSending: 'Göndərməyi ləğv et',
  waitingImages: 'Göndəriləcək şəkillər',
  removeImage: 'Şəkli sil',
  dropImage: 'Şəkli göndərmək üçün bura buraxın',
  dropImages: 'Şəkilləri göndərmək üçün bura buraxın',
  onlyImages: 'Yalnız şəkil göndərmək olar',
  openImage: 'Şəkli yeni vərəqdə aç',
  brokenImage: 'Şəkil açılmadı',
  brokenMessage: 'Bu mesajı göstərmək mümkün olmadı',

  connection: {
    Disconnected: 'Əlaqə yoxdur',
    Connecting: 'Qoşulur...',
    Connected: 'Qoşulub',
    Disconnecting: 'Əlaqə kəsilir...',
    Reconnecting: 'Yenidən qoşulur...',
  },
  reconnect: 'Yenidən qoşul',

  today: 'Bu gün',
  yesterday: 'Dünən',
  /** Chromium's Intl has no Azerbaijani. */
  months: 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(' '),
} as const;
