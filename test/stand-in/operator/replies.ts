/** The first message in a new customer's history. */
export const WELCOME = 'Salam! Dəstək xidmətinə xoş gəlmisiniz. Sizə necə kömək edə bilərik?';

/** The automatic reply to an image. */
export const IMAGE_RECEIVED = 'Şəkli aldım, təşəkkür edirəm. Baxıb sizə cavab yazacağam.';

/** The text of an automatic reply that carries an image. */
export const IMAGE_SENT = 'Müraciətiniz qeydə alındı. Təsdiqi şəkildə göndərirəm.';

const REPLIES = [
  'Salam! Müraciətinizi aldım, indi yoxlayıram.',
  'Başa düşdüm. Bir az vaxt verin, məlumatı dəqiqləşdirirəm.',
  'Təşəkkür edirəm. Zəhmət olmasa, bir az daha ətraflı yazın.',
  'Sorğunuzu müvafiq şöbəyə ötürdüm, tezliklə nəticə barədə məlumat verəcəyəm.',
  'Narahat olmayın, bu məsələni birlikdə həll edəcəyik.',
  'Yoxladım, hər şey qaydasındadır. Başqa sualınız var?',
  'Gözlədiyiniz üçün təşəkkür edirəm. Məlumat sistemdə yeniləndi.',
  'Əlbəttə, kömək edərəm. Problem nə vaxtdan başlayıb?',
] as const;

/** The automatic reply to a customer's nth message, counted from 0. */
export function replyText(n: number): string {
  return REPLIES[n % REPLIES.length] ?? REPLIES[0];
}
