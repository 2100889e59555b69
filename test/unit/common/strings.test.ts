import { strings } from '../../../src/common/strings';

test('the texts of the specification stand to the letter', () => {
  expect(strings).toMatchObject({
    title: 'Dəstək Xidməti',
    operatorStatus: 'Aktiv operator',
    logout: 'Çıxış',
    phonePlaceholder: 'Telefon nömrəsi',
    messagePlaceholder: 'Mesajınızı yazın...',
    loadingMessages: 'Mesajlar yüklənir...',
    loginFailed: 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.',
    invalidPhone: 'Nömrə düzgün formatda deyil',
    loginHeading: 'Telefon nömrənizi daxil edin',
    signIn: 'Daxil ol',
    attachImage: 'Şəkil əlavə et',
    send: 'Göndər',
    messageList: 'Mesajlar',
    today: 'Bu gün',
    yesterday: 'Dünən',
  });
});

test('every text is there, and composed, so that searching and comparing find it', () => {
  const texts = Object.values(strings).flatMap((value) =>
    typeof value === 'string' ? value : Object.values<string>(value),
  );
  expect(texts.filter((text) => text.trim() === '' || text !== text.normalize('NFC'))).toEqual([]);
});
