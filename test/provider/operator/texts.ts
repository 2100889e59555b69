/** The first message in a new customer's history. */
export const WELCOME = 'Salam! Dəstək xidmətinə xoş gəlmisiniz. Sizə necə kömək edə bilərik?';

/** What the automatic operator says to a picture. */
export const PICTURE_RECEIVED = 'Şəkli aldım, təşəkkür edirəm. Baxıb sizə cavab yazacağam.';

/** What goes with a picture of the automatic operator's own. */
export const PICTURE_SENT = 'Müraciətiniz qeydə alındı. Təsdiqi şəkildə göndərirəm.';

const ANSWERS = [
  'Salam! Müraciətinizi aldım, indi yoxlayıram.',
  'Başa düşdüm. Bir az vaxt verin, məlumatı dəqiqləşdirirəm.',
  'Təşəkkür edirəm. Zəhmət olmasa, bir az daha ətraflı yazın.',
  'Sorğunuzu müvafiq şöbəyə ötürdüm, tezliklə nəticə barədə məlumat verəcəyəm.',
  'Narahat olmayın, bu məsələni birlikdə həll edəcəyik.',
  'Yoxladım, hər şey qaydasındadır. Başqa sualınız var?',
  'Gözlədiyiniz üçün təşəkkür edirəm. Məlumat sistemdə yeniləndi.',
  'Əlbəttə, kömək edərəm. Problem nə vaxtdan başlayıb?',
] as const;

/** The automatic operator's answer to a customer's nth message, counted from 0. */
export function answerText(n: number): string {
  return ANSWERS[n % ANSWERS.length] ?? ANSWERS[0];
}
