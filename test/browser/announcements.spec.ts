import { expect, test } from '../support/browser/fixtures';
import { uploadImage } from '../support/browser/images';

test.describe('Announcements for screen readers', () => {
  test('the accessibility tree has headings, labels and roles for every part', async ({
    page,
    chat,
    login,
    provider,
    customer,
  }) => {
    await login.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Telefon nömrənizi daxil edin" [level=1]
      - textbox "Telefon nömrəsi": "+994"
      - button "Daxil ol"
  `);
    const imageUrl = await uploadImage(provider, customer.token);
    chat.storeIncoming('Salam');
    chat.storeOwn('Sağ olun');
    provider.store(customer.id, { imageUrl });
    await chat.open();
    await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - text: Qoşulub
      - heading "Dəstək Xidməti" [level=1]
      - paragraph: Aktiv operator
      - button "Çıxış"
      - status
    - main:
      - log "Mesajlar":
        - heading "Bu gün" [level=2]
        - article:
          - text: "Operator:"
          - paragraph: Salam
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Siz:"
          - paragraph: Sağ olun
          - time: /\\d\\d:\\d\\d/
        - article:
          - text: "Operator:"
          - link "Şəkli yeni vərəqdə aç":
            - img "Şəkil"
          - time: /\\d\\d:\\d\\d/
    - form "Yeni mesaj":
      - button "Şəkil əlavə et"
      - textbox "Mesaj"
      - button "Göndər" [disabled]
  `);
  });
});
