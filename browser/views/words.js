// The few words of the views themselves. What people wrote comes from the server, in the same language where it can.
const names =
  'back more open apps followers following plays likes remixes how scores also none failed retry loading full'.split(
    ' ',
  )
const words = {
  en: 'Back|Show more|Open|Apps|Followers|Following|Plays|Likes|Remixes|How to use it|Best scores|More from the creator|Nothing was found.|That did not work.|Try again|Loading|Full screen',
  es: 'Atrás|Ver más|Abrir|Apps|Seguidores|Siguiendo|Partidas|Me gusta|Remixes|Cómo se usa|Mejores puntuaciones|Más de su autor|No se encontró nada.|No ha funcionado.|Reintentar|Cargando|Pantalla completa',
  fr: 'Retour|Voir plus|Ouvrir|Applis|Abonnés|Abonnements|Parties|J’aime|Remix|Mode d’emploi|Meilleurs scores|Du même auteur|Rien n’a été trouvé.|Cela n’a pas marché.|Réessayer|Chargement|Plein écran',
  de: 'Zurück|Mehr zeigen|Öffnen|Apps|Follower|Folgt|Aufrufe|Likes|Remixe|So geht es|Bestenliste|Mehr davon|Nichts gefunden.|Das hat nicht geklappt.|Noch einmal|Wird geladen|Vollbild',
  it: 'Indietro|Mostra altro|Apri|App|Follower|Seguiti|Partite|Mi piace|Remix|Come si usa|Punteggi migliori|Dello stesso autore|Nessun risultato.|Non ha funzionato.|Riprova|Caricamento|Schermo intero',
  pt: 'Voltar|Ver mais|Abrir|Apps|Seguidores|Seguindo|Partidas|Curtidas|Remixes|Como usar|Melhores pontuações|Do mesmo autor|Nada encontrado.|Não funcionou.|Tentar de novo|Carregando|Tela cheia',
  ja: '戻る|もっと見る|開く|アプリ|フォロワー|フォロー中|プレイ|いいね|リミックス|使い方|ハイスコア|作者の他の作品|何も見つかりません。|うまくいきませんでした。|再試行|読み込み中|全画面',
  ko: '뒤로|더 보기|열기|앱|팔로워|팔로잉|플레이|좋아요|리믹스|사용 방법|최고 점수|제작자의 다른 앱|찾은 것이 없습니다.|문제가 생겼습니다.|다시 시도|불러오는 중|전체 화면',
  zh: '返回|更多|打开|应用|粉丝|关注|使用|喜欢|改编|使用方法|最高分|作者的其他作品|没有找到。|出了点问题。|重试|正在加载|全屏',
  hi: 'वापस|और दिखाएँ|खोलें|ऐप|फ़ॉलोअर|फ़ॉलो किए|बार चलाया|पसंद|रीमिक्स|कैसे इस्तेमाल करें|सर्वश्रेष्ठ स्कोर|निर्माता से और|कुछ नहीं मिला।|यह नहीं हुआ।|फिर कोशिश करें|लोड हो रहा है|पूरी स्क्रीन',
  ar: 'رجوع|المزيد|فتح|التطبيقات|المتابعون|يتابع|مرات اللعب|الإعجابات|النسخ المعدلة|طريقة الاستخدام|أفضل النتائج|المزيد من المبدع|لم يُعثر على شيء.|لم ينجح ذلك.|أعد المحاولة|جارٍ التحميل|ملء الشاشة',
}
let spoken = []
let count = new Intl.NumberFormat()

const word = name => spoken[names.indexOf(name)]

/** Takes up the language of the host; English where it is not one of ours. */
function speak(locale = 'en') {
  const language = locale.split(/[-_]/)[0].toLowerCase()
  spoken = (words[language] ?? words.en).split('|')
  root.lang = words[language] ? language : 'en'
  root.dir = /^(ar|fa|he|ur)$/.test(language) ? 'rtl' : 'ltr'
  try {
    count = new Intl.NumberFormat(locale, { notation: 'compact' })
  } catch {
    count = new Intl.NumberFormat('en', { notation: 'compact' })
  }
}
