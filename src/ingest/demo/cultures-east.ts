// Names from Africa and Asia. `handle:Display` where the name is not simply the handle with a capital.
// Every culture has twenty given names and twenty family names: handles are counted out of all their pairs.
import type { CultureWords } from './names.ts'

export const easternCultures: readonly CultureWords[] = [
  {
    language: 'en',
    given: `adaeze chidi folake emeka ngozi tunde amara obinna yetunde segun ifeoma kelechi bisi damilola uche temitope
      nkechi ayodele chiamaka femi`,
    family: `adeyemi okafor balogun eze nwosu ogunleye adichie okonkwo afolabi bello ibrahim obi olawale uzor lawal nnamdi
      adebayo ekwueme oyelaran umeh`,
    cities: 'Lagos, Enugu, Ibadan, Abuja',
  },
  {
    language: 'en',
    given: `wanjiru kamau achieng otieno njeri mwangi atieno kiprop nyambura baraka zawadi jabari amani imani neema juma
      makena tumaini zuri kioni`,
    family: `kariuki odhiambo mutua kimani wekesa njoroge ochieng cheruiyot maina onyango kibet muthoni omondi waweru nyaga
      kiplagat mbugua wafula ndegwa kilonzo`,
    cities: 'Nairobi, Mombasa, Kisumu, Arusha',
  },
  {
    language: 'fr',
    given: `aminata moussa fatou ousmane awa cheikh mariama ibrahima khady mamadou coumba lamine ndeye abdou rokhaya pape
      sokhna alioune adama bineta`,
    family: `diop ndiaye fall sow gueye:Guèye faye sarr diallo mbaye cisse:Cissé thiam seck kane sylla toure:Touré camara
      diouf niang sene:Sène badji`,
    cities: 'Dakar, Saint-Louis, Abidjan, Bamako',
  },
  {
    language: 'ja',
    familyFirst: true,
    given: `kenji:健司 yuki:由紀 haruto:陽翔 sakura:桜 akira:明 hina:陽菜 takumi:匠 aoi:葵 ren:蓮 misaki:美咲 daichi:大地
      nanami:七海 sota:颯太 emi:恵美 ryo:亮 mei:芽依 hiroshi:浩 ayaka:彩花 kaito:海斗 chihiro:千尋`,
    family: `tanaka:田中 suzuki:鈴木 watanabe:渡辺 ito:伊藤 yamamoto:山本 nakamura:中村 kobayashi:小林 kato:加藤
      yoshida:吉田 yamada:山田 sasaki:佐々木 matsumoto:松本 inoue:井上 kimura:木村 hayashi:林 shimizu:清水 mori:森
      hashimoto:橋本 ishikawa:石川 ogawa:小川`,
    cities: 'Osaka, Sapporo, Kyoto, Fukuoka',
  },
  {
    language: 'ko',
    familyFirst: true,
    given: `minjun:민준 seoyeon:서연 jiho:지호 hayoon:하윤 doyoon:도윤 jiwoo:지우 eunji:은지 taeyang:태양 sujin:수진
      hyunwoo:현우 yuna:유나 jaehyun:재현 minseo:민서 dahye:다혜 seungmin:승민 haneul:하늘 jisoo:지수 kyungho:경호
      yerin:예린 woojin:우진`,
    family: `kim:김 lee:이 park:박 choi:최 jung:정 kang:강 cho:조 yoon:윤 jang:장 lim:임 han:한 oh:오 seo:서 shin:신
      kwon:권 hwang:황 ahn:안 song:송 ryu:류 hong:홍`,
    cities: 'Busan, Seoul, Daegu, Jeonju',
  },
  {
    language: 'zh',
    familyFirst: true,
    given: `wei:伟 fang:芳 lei:磊 xinyi:欣怡 haoran:浩然 yuting:雨婷 zihan:子涵 jiahao:家豪 meiling:美玲 yichen:亦辰
      xiaoyu:晓雨 junjie:俊杰 ruolan:若兰 bowen:博文 siyu:思雨 tianyu:天宇 lanying:兰英 zhiyuan:志远 qing:晴 mingze:明泽`,
    family: `wang:王 li:李 zhang:张 liu:刘 chen:陈 yang:杨 zhao:赵 huang:黄 zhou:周 wu:吴 xu:徐 sun:孙 ma:马 zhu:朱
      hu:胡 guo:郭 he:何 lin:林 luo:罗 zheng:郑`,
    cities: 'Chengdu, Hangzhou, Taipei, Xiamen',
  },
  {
    language: 'ar',
    given: `layla:ليلى omar:عمر noor:نور yusuf:يوسف rania:رانيا karim:كريم dina:دينا samir:سمير hala:هالة tariq:طارق
      mariam:مريم ziad:زياد salma:سلمى bilal:بلال lina:لينا nabil:نبيل yara:يارا fadi:فادي huda:هدى rami:رامي`,
    family: `haddad:حداد khoury:خوري nasser:ناصر mansour:منصور saleh:صالح darwish:درويش qasim:قاسم hamdan:حمدان
      aziz:عزيز shaheen:شاهين najjar:نجار zayed:زايد khalil:خليل sabbagh:صباغ masri:المصري hakim:حكيم awad:عوض
      jaber:جابر sharif:شريف taha:طه`,
    cities: 'Amman, Beirut, Cairo, Muscat',
  },
  {
    language: 'ar',
    given: `imane:إيمان mehdi:مهدي sanaa:سناء anas:أنس ghita:غيثة reda:رضا nadia:نادية walid:وليد khadija:خديجة
      amine:أمين hajar:هاجر soufiane:سفيان meryem:مريم ayoub:أيوب zineb:زينب hicham:هشام asma:أسماء ilyas:إلياس
      wafa:وفاء nassim:نسيم`,
    family: `bennani:بناني alaoui:العلوي tazi:التازي fassi:الفاسي idrissi:الإدريسي chraibi:الشرايبي berrada:برادة
      cherkaoui:الشرقاوي lahlou:لحلو benomar:بنعمر mansouri:المنصوري zeroual:زروال hamidi:الحميدي bouzid:بوزيد
      trabelsi:الطرابلسي gharbi:الغربي amrani:العمراني saidi:السعيدي belkacem:بلقاسم ziani:الزياني`,
    cities: 'Rabat, Tunis, Oran, Fès',
  },
  {
    language: 'hi',
    given: `aarav:आरव priya:प्रिया rohan:रोहन ananya:अनन्या vikram:विक्रम kavya:काव्या arjun:अर्जुन meera:मीरा
      sanjay:संजय pooja:पूजा aditya:आदित्य neha:नेहा rahul:राहुल isha:ईशा karan:करण divya:दिव्या nikhil:निखिल
      shreya:श्रेया manoj:मनोज radhika:राधिका`,
    family: `sharma:शर्मा verma:वर्मा gupta:गुप्ता singh:सिंह mishra:मिश्रा joshi:जोशी mehta:मेहता kapoor:कपूर
      chauhan:चौहान tiwari:तिवारी saxena:सक्सेना agarwal:अग्रवाल yadav:यादव pandey:पांडे malhotra:मल्होत्रा
      bhatia:भाटिया trivedi:त्रिवेदी desai:देसाई rathore:राठौड़ chopra:चोपड़ा`,
    cities: 'Jaipur, Lucknow, Bhopal, Pune',
  },
  {
    language: 'en',
    given: `lakshmi karthik sneha arnab revathi subhash moumita ganesh anjali prakash keerthi sourav meenakshi debashish
      janani aniket padma rishabh sumitra venkat`,
    family: `iyer nair banerjee chatterjee reddy menon mukherjee pillai rao sen das krishnan bose subramanian ghosh murthy
      dutta raghavan basu shetty`,
    cities: 'Kochi, Kolkata, Chennai, Bengaluru',
  },
  {
    language: 'en',
    given: `elif emre zeynep kerem defne baris:Barış selin deniz ece burak asli:Aslı can melis ozan nehir tolga ipek kaan
      yasemin onur`,
    family: `yilmaz:Yılmaz demir kaya celik:Çelik aydin:Aydın arslan dogan:Doğan kilic:Kılıç ozturk:Öztürk koc:Koç polat
      yildiz:Yıldız aksoy erdem gunes:Güneş tekin bulut uysal karaca toprak`,
    cities: 'İzmir, Ankara, Eskişehir, Bursa',
  },
  {
    language: 'en',
    given: `linh minh thao:Thảo quang ngoc:Ngọc duc:Đức huong:Hương tuan:Tuấn trang khanh:Khánh lan hieu:Hiếu
      phuong:Phương nam mai long thuy:Thủy bao:Bảo yen:Yến khoa`,
    family: `nguyen:Nguyễn tran:Trần le:Lê pham:Phạm hoang:Hoàng phan vu:Vũ dang:Đặng bui:Bùi do:Đỗ ho:Hồ ngo:Ngô
      duong:Dương ly:Lý dinh:Đinh truong:Trương mac:Mạc luong:Lương vo:Võ ta:Tạ`,
    cities: 'Huế, Đà Nẵng, Hà Nội, Cần Thơ',
  },
]
