// The words of the ui:// views. They are English in the views; a view asks for those of its host's language through the
// host, so that each carries one language instead of eleven.
import { fail } from '../errors.ts'
import { serviceLocales } from '../operations/locale.ts'
import type { ResourceTemplate } from './definition.ts'

export const viewWords =
  'Back|Show more|Open|Apps|Followers|Following|Plays|Likes|Remixes|How to use it|Best scores|More from the creator|Nothing was found.|That did not work.|Try again|Full screen'.split(
    '|',
  )

const translations: Record<string, string> = {
  es: 'Atrás|Ver más|Abrir|Apps|Seguidores|Siguiendo|Partidas|Me gusta|Remixes|Cómo se usa|Mejores puntuaciones|Más de su autor|No se encontró nada.|No ha funcionado.|Reintentar|Pantalla completa',
  fr: 'Retour|Voir plus|Ouvrir|Applis|Abonnés|Abonnements|Parties|J’aime|Remix|Mode d’emploi|Meilleurs scores|Du même auteur|Rien n’a été trouvé.|Cela n’a pas marché.|Réessayer|Plein écran',
  de: 'Zurück|Mehr zeigen|Öffnen|Apps|Follower|Folgt|Aufrufe|Likes|Remixe|So geht es|Bestenliste|Mehr davon|Nichts gefunden.|Das hat nicht geklappt.|Noch einmal|Vollbild',
  it: 'Indietro|Mostra altro|Apri|App|Follower|Seguiti|Partite|Mi piace|Remix|Come si usa|Punteggi migliori|Dello stesso autore|Nessun risultato.|Non ha funzionato.|Riprova|Schermo intero',
  pt: 'Voltar|Ver mais|Abrir|Apps|Seguidores|Seguindo|Partidas|Curtidas|Remixes|Como usar|Melhores pontuações|Do mesmo autor|Nada encontrado.|Não funcionou.|Tentar de novo|Tela cheia',
  ja: '戻る|もっと見る|開く|アプリ|フォロワー|フォロー中|プレイ|いいね|リミックス|使い方|ハイスコア|作者の他の作品|何も見つかりません。|うまくいきませんでした。|再試行|全画面',
  ko: '뒤로|더 보기|열기|앱|팔로워|팔로잉|플레이|좋아요|리믹스|사용 방법|최고 점수|제작자의 다른 앱|찾은 것이 없습니다.|문제가 생겼습니다.|다시 시도|전체 화면',
  zh: '返回|更多|打开|应用|粉丝|关注|使用|喜欢|改编|使用方法|最高分|作者的其他作品|没有找到。|出了点问题。|重试|全屏',
  hi: 'वापस|और दिखाएँ|खोलें|ऐप|फ़ॉलोअर|फ़ॉलो किए|बार चलाया|पसंद|रीमिक्स|कैसे इस्तेमाल करें|सर्वश्रेष्ठ स्कोर|निर्माता से और|कुछ नहीं मिला।|यह नहीं हुआ।|फिर कोशिश करें|पूरी स्क्रीन',
  ar: 'رجوع|المزيد|فتح|التطبيقات|المتابعون|يتابع|مرات اللعب|الإعجابات|النسخ المعدلة|طريقة الاستخدام|أفضل النتائج|المزيد من المبدع|لم يُعثر على شيء.|لم ينجح ذلك.|أعد المحاولة|ملء الشاشة',
}

/** By the English words; empty for English itself. */
export const wordsOf = (language: string): Record<string, string> =>
  Object.fromEntries(translations[language]?.split('|').map((word, i) => [viewWords[i]!, word]) ?? [])

export const viewWordsTemplate: ResourceTemplate = {
  uriTemplate: 'ui://vitrine/words/{language}',
  name: 'view-words',
  title: 'Words of the views',
  description: 'What the ui:// views say, in one of the languages of the service.',
  mimeType: 'application/json',
  read: async ({ language = '' }) => {
    if ((serviceLocales as readonly string[]).includes(language)) return JSON.stringify(wordsOf(language))
    throw fail('not_found', `There are words for ${serviceLocales.join(', ')}.`)
  },
}
