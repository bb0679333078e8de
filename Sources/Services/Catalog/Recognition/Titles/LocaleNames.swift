internal import CatalogFormats

/// Countries and languages with the codes and names in lists.
package enum LocaleNames {
    package struct Country: Sendable {
        /// ISO 3166-1 alpha-2.
        package var code: String
        /// Its codes in lists.
        package var codes: [String]
        /// ISO 639-1 of the language of films marked with the country.
        package var language: String?
        package var names: [String]
    }

    package struct Language: Sendable {
        /// ISO 639-1.
        package var code: String
        package var codes: [String]
        package var names: [String]
    }

    package static let countries: [Country] = countryRows.split(separator: "\n").compactMap { row in
        let parts = row.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { return nil }
        let codes = parts[0].split(separator: ",").map(String.init)
        guard let code = codes.first else { return nil }
        return Country(
            code: code, codes: codes, language: parts[1] == "-" ? nil : parts[1],
            names: parts[2].split(separator: ",").map(String.init))
    }

    package static let languages: [Language] = languageRows.split(separator: "\n").compactMap { row in
        let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let codes = parts[0].split(separator: ",").map(String.init)
        guard let code = codes.first else { return nil }
        return Language(
            code: code.lowercased(), codes: codes, names: parts[1].split(separator: ",").map(String.init))
    }

    /// Codes of a language rather than of the country with that code: "AR" is Arabic far more often than Argentina. But
    /// "CA" is Canada, as Catalan is "CAT".
    static let languageCodes: Set<String> = ["AR", "EN", "HI", "KU", "TA", "TE", "SQ", "SL", "SV", "FA"]

    /// Codes, language, names: the first code is ISO's.
    private static let countryRows = """
        AD,AND ca Andorra
        AE,UAE,ARE ar United Arab Emirates,Emirates
        AF,AFG fa Afghanistan
        AG,ATG en Antigua and Barbuda,Antigua
        AL,ALB sq Albania,Shqipëri,Shqip
        AM,ARM hy Armenia,Armenien
        AO,AGO pt Angola
        AR,ARG es Argentina
        AT,AUT de Austria,Österreich
        AU,AUS en Australia
        AW,ABW nl Aruba
        AZ,AZE az Azerbaijan,Azerbaycan
        BA,BIH bs Bosnia and Herzegovina,Bosnia,Bosna i Hercegovina,Bosna
        BB,BRB en Barbados
        BD,BGD bn Bangladesh
        BE,BEL - Belgium,Belgique,België,Belgien
        BF,BFA fr Burkina Faso
        BG,BGR,BUL bg Bulgaria
        BH,BHR ar Bahrain
        BJ,BEN fr Benin
        BN,BRN ms Brunei
        BO,BOL es Bolivia
        BR,BRA pt Brazil,Brasil
        BS,BHS en Bahamas
        BY,BLR - Belarus,Weissrussland
        BZ,BLZ en Belize
        CA,CAN - Canada,Kanada
        CD,COD fr Democratic Republic of the Congo,DR Congo
        CG,COG fr Republic of the Congo,Congo
        CH,CHE,SUI - Switzerland,Schweiz,Suisse,Svizzera
        CI,CIV fr Ivory Coast,Cote d'Ivoire
        CL,CHL es Chile
        CM,CMR fr Cameroon,Cameroun
        CN,CHN zh China
        CO,COL es Colombia
        CR,CRI es Costa Rica
        CU,CUB es Cuba
        CW,CUW nl Curacao
        CY,CYP el Cyprus
        CZ,CZE cs Czech Republic,Czechia,Česko,Tschechien
        DE,DEU,GER de Germany,Deutschland,Allemagne,Alemania,Germania
        DK,DNK,DEN da Denmark,Danmark
        DO,DOM es Dominican Republic
        DZ,DZA,ALG ar Algeria,Algerie
        EC,ECU es Ecuador
        EE,EST et Estonia,Eesti
        EG,EGY ar Egypt
        ES,ESP es Spain,España,Spanien,Espagne,Spagna
        ET,ETH am Ethiopia
        FI,FIN fi Finland,Suomi
        FJ,FJI en Fiji
        FO,FRO fo Faroe Islands
        FR,FRA fr France,Frankreich,Francia
        GB,UK,GBR en United Kingdom,Great Britain,England,Britain
        GE,GEO ka Georgia,Sakartvelo
        GH,GHA en Ghana
        GL,GRL kl Greenland
        GN,GIN fr Guinea
        GR,GRC,GRE el Greece,Griechenland,Ellada
        GT,GTM es Guatemala
        HK,HKG zh Hong Kong,Hongkong
        HN,HND es Honduras
        HR,HRV,CRO hr Croatia,Hrvatska
        HT,HTI fr Haiti
        HU,HUN hu Hungary,Magyarország,Ungarn
        ID,IDN id Indonesia
        IE,IRL en Ireland,Éire
        IL,ISR he Israel
        IN,IND - India
        IQ,IRQ ar Iraq
        IR,IRN fa Iran
        IS,ISL is Iceland,Ísland
        IT,ITA it Italy,Italia,Italien,Italie
        JM,JAM en Jamaica
        JO,JOR ar Jordan
        JP,JPN,JAP ja Japan,日本
        KE,KEN - Kenya
        KG,KGZ ky Kyrgyzstan
        KH,KHM km Cambodia
        KP,PRK ko North Korea
        KR,KOR ko South Korea,Korea
        KW,KWT ar Kuwait
        KZ,KAZ - Kazakhstan
        LB,LBN ar Lebanon
        LI,LIE de Liechtenstein
        LK,LKA si Sri Lanka
        LT,LTU lt Lithuania,Lietuva
        LU,LUX - Luxembourg,Luxemburg
        LV,LVA lv Latvia,Latvija
        LY,LBY ar Libya
        MA,MAR ar Morocco,Maroc
        MC,MCO fr Monaco
        MD,MDA ro Moldova
        ME,MNE sr Montenegro,Crna Gora
        MK,MKD mk North Macedonia,Macedonia,Makedonija
        ML,MLI fr Mali
        MM,MMR my Myanmar
        MN,MNG mn Mongolia
        MO,MAC zh Macau,Macao
        MT,MLT mt Malta
        MX,MEX es Mexico,México
        MY,MYS,MAL ms Malaysia
        MZ,MOZ pt Mozambique
        NG,NGA - Nigeria
        NI,NIC es Nicaragua
        NL,NLD,NED nl Netherlands,Nederland,Holland,Niederlande
        NO,NOR no Norway,Norge
        NP,NPL ne Nepal
        NZ,NZL en New Zealand
        OM,OMN ar Oman
        PA,PAN es Panama
        PE,PER es Peru
        PH,PHL - Philippines
        PK,PAK ur Pakistan
        PL,POL pl Poland,Polska,Polen
        PR,PRI es Puerto Rico
        PS,PSE ar Palestine
        PT,PRT,POR pt Portugal
        PY,PRY es Paraguay
        QA,QAT ar Qatar
        RO,ROU,ROM ro Romania,România
        RS,SRB sr Serbia,Srbija
        RU,RUS ru Russia,Россия,Russland
        SA,KSA,SAU ar Saudi Arabia
        SD,SDN ar Sudan
        SE,SWE sv Sweden,Sverige,Schweden
        SG,SGP - Singapore
        SI,SVN,SLO sl Slovenia,Slovenija
        SK,SVK sk Slovakia,Slovensko
        SM,SMR it San Marino
        SN,SEN fr Senegal
        SO,SOM so Somalia
        SV,SLV es El Salvador
        SY,SYR ar Syria
        TD,TCD fr Chad
        TH,THA th Thailand
        TJ,TJK tg Tajikistan
        TM,TKM tk Turkmenistan
        TN,TUN ar Tunisia
        TR,TUR tr Turkey,Türkiye,Türkei,Turquie
        TT,TTO en Trinidad and Tobago,Trinidad
        TW,TWN zh Taiwan
        TZ,TZA - Tanzania
        UA,UKR uk Ukraine,Україна
        UG,UGA - Uganda
        US,USA en United States,United States of America,America
        UY,URY es Uruguay
        UZ,UZB uz Uzbekistan
        VA,VAT it Vatican,Vatican City
        VE,VEN es Venezuela
        VN,VNM vi Vietnam
        XK,KOS sq Kosovo,Kosova
        YE,YEM ar Yemen
        ZA,ZAF,RSA - South Africa
        ZW,ZWE en Zimbabwe
        """

    private static let languageRows = """
        EN,ENG English,Englisch,Anglais,Inglés,Inglese,Engels
        DE,DEU,GER German,Deutsch,Allemand,Alemán,Tedesco
        FR,FRA,FRE French,Français,Französisch,Francés,Francese
        ES,SPA,ESP Spanish,Español,Castellano,Spanisch,Espagnol
        IT,ITA Italian,Italiano,Italienisch
        PT,POR Portuguese,Português,Portugiesisch
        NL,NLD,DUT Dutch,Nederlands,Niederländisch,Flemish
        AR,ARA,ARAB Arabic,العربية,Arabisch,Arabe
        TR,TUR Turkish,Türkçe,Türkisch
        RU,RUS Russian,Русский,Russisch
        UK,UKR Ukrainian,Українська
        PL,POL Polish,Polski,Polnisch
        CS,CES,CZE Czech,Čeština,Tschechisch
        SK,SLK,SLO Slovak
        HU,HUN Hungarian,Magyar
        RO,RON,RUM Romanian,Română
        BG,BUL Bulgarian,Български
        EL,ELL,GRE Greek,Ελληνικά
        SQ,SQI,ALB Albanian,Shqip
        HR,HRV Croatian,Hrvatski
        SR,SRP Serbian,Srpski
        BS,BOS Bosnian,Bosanski
        SL,SLV Slovenian,Slovenski
        MK,MKD,MAC Macedonian
        SV,SWE Swedish,Svenska,Schwedisch
        NO,NOR Norwegian,Norsk
        DA,DAN Danish,Dansk
        FI,FIN Finnish,Suomi
        IS,ISL,ICE Icelandic
        ET,EST Estonian
        LV,LAV Latvian
        LT,LIT Lithuanian
        HE,HEB Hebrew,עברית
        FA,FAS,PER Persian,Farsi,فارسی
        KU,KUR Kurdish,Kurdî
        HI,HIN Hindi,हिन्दी
        UR,URD Urdu
        BN,BEN Bengali,Bangla
        PA,PAN Punjabi
        TA,TAM Tamil
        TE,TEL Telugu
        ML,MAL Malayalam
        KN,KAN Kannada
        MR,MAR Marathi
        GU,GUJ Gujarati
        ZH,ZHO,CHI Chinese,Mandarin,Cantonese,中文
        JA,JPN Japanese,日本語
        KO,KOR Korean,한국어
        TH,THA Thai
        VI,VIE Vietnamese
        ID,IND Indonesian
        MS,MSA,MAY Malay
        TL,TGL,FIL Tagalog,Filipino
        CA,CAT Catalan,Català
        EU,EUS,BAQ Basque,Euskara
        GL,GLG Galician,Galego
        GA,GLE Irish,Gaeilge
        CY,CYM Welsh,Cymraeg
        HY,HYE,ARM Armenian
        KA,KAT,GEO Georgian
        AZ,AZE Azerbaijani
        KK,KAZ Kazakh
        AM,AMH Amharic
        SO,SOM Somali
        SW,SWA Swahili
        """
}
