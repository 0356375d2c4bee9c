// Names from Europe and the Americas. `handle:Display` where the name is not simply the handle with a capital.
// Every culture has twenty given names and twenty family names: handles are counted out of all their pairs.
import type { CultureWords } from './names.ts'

export const westernCultures: readonly CultureWords[] = [
  {
    language: 'en',
    given: `amelia oliver isla harry freya george poppy alfie ruby jack holly theo martha edward nell toby ivy rufus
      beatrix hugo`,
    family: `ashworth bennett carver dawson ellery fielding hargreaves kendall lockwood marlow norwood pemberton
      radcliffe sutton thornton underhill whitaker yardley blackwell croft`,
    cities: 'Leeds, Bristol, Edinburgh, Cardiff',
  },
  {
    language: 'en',
    given: `madison logan savannah tyler brooke mason hailey carter skylar wyatt paige austin jordan chelsea dakota
      brandon autumn travis kelsey cody`,
    family: `anderson brooks coleman dalton edwards foster garrison hayes jefferson keller lawson mitchell nolan parker
      reynolds sawyer tucker vaughn walker york`,
    cities: 'Portland, Minneapolis, Asheville, Toronto',
  },
  {
    language: 'en',
    given: `aoife cian niamh oisin:Oisín saoirse fionn maeve conor roisin:Róisín declan orla eoin sinead:Sinéad
      padraig:Pádraig grainne:Gráinne ronan:Rónán ciara tadhg aisling brendan`,
    family: `byrne callaghan doyle farrell gallagher healy kavanagh lynch maguire nolan oreilly:O’Reilly quinn rourke
      sheehan tierney walsh dunne brennan keane moran`,
    cities: 'Cork, Galway, Dublin, Sligo',
  },
  {
    language: 'es',
    given: `lucia:Lucía mateo paula alvaro:Álvaro carmen sergio marta pablo ines:Inés javier nuria ruben:Rubén alba
      adrian:Adrián rocio:Rocío gonzalo elena iker marina nacho`,
    family: `garcia:García serrano vidal iglesias navarro ortega castillo romero dominguez:Domínguez molina prieto santos
      blanco herrero pascual cano lozano rubio vega marin:Marín`,
    cities: 'Valencia, Sevilla, Bilbao, Madrid',
  },
  {
    language: 'es',
    given: `camila santiago valentina andres:Andrés ximena diego fernanda emiliano daniela joaquin:Joaquín renata
      tomas:Tomás guadalupe alejandro isidora matias:Matías antonia rodrigo paloma facundo`,
    family: `hernandez:Hernández rojas quispe mendoza fuentes salazar cardenas:Cárdenas aguilar espinoza morales contreras
      sandoval ibarra zamora paredes valdes:Valdés acosta figueroa bautista cordova:Córdova`,
    cities: 'Bogotá, Ciudad de México, Valparaíso, Lima',
  },
  {
    language: 'fr',
    given: `lea:Léa louis manon gabriel chloe:Chloé baptiste margaux etienne:Étienne eloise:Éloïse mathis
      clemence:Clémence remi:Rémi juliette antoine oceane:Océane lucien noemie:Noémie quentin capucine bastien`,
    family: `martin bernard dubois moreau laurent girard rousseau fontaine chevalier lemaire mercier blanchard garnier
      faure renaud picard leroux marchand delacroix perrin`,
    cities: 'Lyon, Nantes, Liège, Montréal',
  },
  {
    language: 'de',
    given: `hannah jonas lena maximilian greta felix frieda lukas johanna moritz katharina anton charlotte till mathilda
      jakob annika benedikt svenja konrad`,
    family: `mueller:Müller schneider fischer weber wagner becker hoffmann schaefer:Schäfer koch richter klein wolf neumann
      schwarz zimmermann braun krueger:Krüger hartmann lange vogel`,
    cities: 'Leipzig, Hamburg, Graz, Basel',
  },
  {
    language: 'it',
    given: `giulia lorenzo chiara alessandro martina leonardo francesca davide ginevra riccardo beatrice tommaso alessia
      niccolo:Niccolò ludovica giacomo ilaria matteo serena stefano`,
    family: `rossi bianchi ferrari esposito romano colombo ricci marino greco bruno gallo conti deluca:De-Luca mancini
      costa giordano rizzo lombardi moretti barbieri`,
    cities: 'Torino, Bologna, Napoli, Trieste',
  },
  {
    language: 'pt',
    given: `beatriz thiago larissa rafael juliana gustavo leticia:Letícia vinicius:Vinícius bruna caio mariana felipe
      taina:Tainá murilo yasmin henrique luana otavio:Otávio raissa:Raíssa davi`,
    family: `silva souza oliveira pereira lima carvalho almeida ribeiro barbosa rocha dias nascimento moreira nunes
      marques cavalcanti teixeira freitas batista monteiro`,
    cities: 'Recife, Belo Horizonte, Curitiba, Salvador',
  },
  {
    language: 'pt',
    given: `matilde duarte leonor afonso madalena goncalo:Gonçalo carolina vasco benedita simao:Simão filipa nuno
      francisca rui constanca:Constança tiago bernardo mafalda xavier catarina`,
    family: `ferreira fonseca azevedo pinto cardoso correia tavares antunes magalhaes:Magalhães figueiredo neves machado
      baptista coelho lourenco:Lourenço vieira abreu brito sequeira leitao:Leitão`,
    cities: 'Porto, Lisboa, Braga, Faro',
  },
  {
    language: 'en',
    given: `zofia kacper maja szymon hanna wojciech agnieszka bartek kasia mikolaj:Mikołaj ola piotr basia tomek gosia
      krzysztof ewelina marek jagoda dawid`,
    family: `nowak mazur krawczyk pawlak wieczorek wojcik:Wójcik krol:Król wrobel:Wróbel stepien:Stępień kaczmarek
      zajac:Zając duda szewczyk pietrzak marciniak kubiak sobczak walczak urban gajda`,
    cities: 'Kraków, Gdańsk, Wrocław, Łódź',
  },
  {
    language: 'en',
    given: `sanne bram fleur daan lotte thijs maartje sem femke jelle anouk wouter roos gijs mieke koen iris joost tess
      ruud`,
    family: `devries:de-Vries jansen bakker visser smit meijer mulder bos vos peters hendriks dekker brouwer
      dewit:de-Wit dijkstra vermeulen kuiper hoekstra schouten willems`,
    cities: 'Utrecht, Groningen, Rotterdam, Gent',
  },
  {
    language: 'en',
    given: `astrid elsa oskar linnea:Linnéa viktor ebba axel saga gustav alva nils wilma lovisa anders signe rasmus tuva
      hampus ylva henrik`,
    family: `lindqvist bergstrom:Bergström nystrom:Nyström sjoberg:Sjöberg lundgren ekstrom:Ekström hedlund wallin
      forsberg holm sandberg dahl akerman:Åkerman blom soderberg:Söderberg norberg engstrom:Engström lofgren:Löfgren
      strand hellstrom:Hellström`,
    cities: 'Göteborg, Uppsala, Malmö, Umeå',
  },
  {
    language: 'en',
    given: `oksana taras olena bohdan daryna andriy iryna ostap solomiya maksym yaryna dmytro natalka vasyl zlata petro
      kateryna yurii ulyana stepan`,
    family: `shevchenko kovalenko bondarenko tkachenko kravchenko oliynyk shevchuk koval bondar marchenko lysenko rudenko
      petrenko savchenko moroz klymenko pavlenko melnyk hrytsenko tymoshenko`,
    cities: 'Lviv, Kyiv, Odesa, Poltava',
  },
]
