import { chatStrings } from '../../../src/ui/chatStrings';
import { strings } from '../../../src/ui/strings';

const ALL = { ...strings, ...chatStrings };

describe('strings', () => {
  test('have the texts of the specification to the letter', () => {
    expect(ALL).toMatchObject({
      title: 'Dəstək Xidməti',
      subtitle: 'Aktiv operator',
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

  test('break no line inside a number', () => {
    expect(Object.values<unknown>(ALL).filter((text) => /\d \d/.test(String(text)))).toEqual([]);
  });

  // Decomposed letters would not be found by a search.
  test('are neither blank nor decomposed', () => {
    const texts = Object.values(ALL).flatMap((value) =>
      typeof value === 'string' ? value : Object.values<string>(value),
    );
    expect(texts.filter((text) => text.trim() === '' || text !== text.normalize('NFC'))).toEqual(
      [],
    );
  });
});
