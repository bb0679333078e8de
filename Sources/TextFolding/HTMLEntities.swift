/// HTML's named characters: all of HTML 4.01 (section 24) and the later standard's common ones.
package enum HTMLEntities {
    /// The character of a name, without `&` and `;`; nil when there is none.
    package static func scalar(named name: String) -> Unicode.Scalar? { table[name] }

    /// Whether a name also counts without its semicolon.
    static func endsWithoutSemicolon(_ name: String) -> Bool { old.contains(name) }

    // ISO 8859-1 from U+00A0 on, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
        para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
        Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
        thorn yuml
        """

    // Greek from U+0391 on; U+03A2 is not assigned. Small letters are 32 above.
    private static let greek =
        "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega"

    private static let others = """
        amp=26 AMP=26 lt=3C LT=3C gt=3E GT=3E quot=22 QUOT=22 apos=27 Tab=9 NewLine=A excl=21 num=23 dollar=24 percnt=25 \
        lpar=28 rpar=29 ast=2A midast=2A plus=2B comma=2C period=2E sol=2F colon=3A semi=3B equals=3D quest=3F commat=40 \
        lsqb=5B lbrack=5B bsol=5C rsqb=5D rbrack=5D Hat=5E lowbar=5F UnderBar=5F grave=60 lcub=7B lbrace=7B verbar=7C vert=7C \
        rcub=7D rbrace=7D COPY=A9 REG=AE half=BD OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 \
        tilde=2DC sigmaf=3C2 thetasym=3D1 upsih=3D2 piv=3D6 ensp=2002 emsp=2003 numsp=2007 puncsp=2008 thinsp=2009 \
        hairsp=200A zwnj=200C zwj=200D lrm=200E rlm=200F hyphen=2010 dash=2010 ndash=2013 mdash=2014 horbar=2015 Vert=2016 \
        lsquo=2018 rsquo=2019 rsquor=2019 sbquo=201A lsquor=201A ldquo=201C rdquo=201D rdquor=201D bdquo=201E ldquor=201E \
        dagger=2020 Dagger=2021 bull=2022 bullet=2022 nldr=2025 hellip=2026 mldr=2026 permil=2030 prime=2032 Prime=2033 \
        lsaquo=2039 rsaquo=203A oline=203E frasl=2044 NoBreak=2060 euro=20AC image=2111 incare=2105 numero=2116 copysr=2117 \
        weierp=2118 real=211C rx=211E trade=2122 TRADE=2122 ohm=3A9 alefsym=2135 frac13=2153 frac23=2154 frac15=2155 \
        frac25=2156 frac35=2157 frac45=2158 frac16=2159 frac56=215A frac18=215B frac38=215C frac58=215D frac78=215E larr=2190 \
        uarr=2191 rarr=2192 darr=2193 harr=2194 varr=2195 nwarr=2196 nearr=2197 searr=2198 swarr=2199 crarr=21B5 lArr=21D0 \
        uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 \
        ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D infin=221E ang=2220 and=2227 or=2228 cap=2229 \
        cup=222A int=222B there4=2234 sim=223C cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 \
        nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308 rceil=2309 lfloor=230A \
        rfloor=230B lang=27E8 rang=27E9 block=2588 squ=25A1 square=25A1 squf=25AA utri=25B5 utrif=25B4 rtri=25B9 rtrif=25B8 \
        dtri=25BF dtrif=25BE ltri=25C3 ltrif=25C2 loz=25CA cir=25CB starf=2605 bigstar=2605 star=2606 phone=260E female=2640 \
        male=2642 spades=2660 clubs=2663 hearts=2665 diams=2666 sung=266A flat=266D natural=266E sharp=266F check=2713 \
        checkmark=2713 cross=2717 malt=2720 sext=2736 Abreve=102 abreve=103 Aogon=104 aogon=105 Amacr=100 amacr=101 \
        Cacute=106 cacute=107 Ccaron=10C ccaron=10D Dcaron=10E dcaron=10F Dstrok=110 dstrok=111 Ecaron=11A ecaron=11B \
        Eogon=118 eogon=119 Emacr=112 emacr=113 Gbreve=11E gbreve=11F Idot=130 imath=131 inodot=131 Imacr=12A imacr=12B \
        Lstrok=141 lstrok=142 Lcaron=13D lcaron=13E Lacute=139 lacute=13A Nacute=143 nacute=144 Ncaron=147 ncaron=148 \
        Odblac=150 odblac=151 Omacr=14C omacr=14D Racute=154 racute=155 Rcaron=158 rcaron=159 Sacute=15A sacute=15B \
        Scedil=15E scedil=15F Tcaron=164 tcaron=165 Udblac=170 udblac=171 Uring=16E uring=16F Umacr=16A umacr=16B \
        Zacute=179 zacute=17A Zcaron=17D zcaron=17E Zdot=17B zdot=17C
        """

    private static let table: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [:]
        for (index, name) in latin.split(separator: " ").enumerated() {
            table[String(name)] = Unicode.Scalar(0xa0 + UInt32(index))
        }
        for (index, name) in greek.split(separator: " ").enumerated() where name != "-" {
            table[String(name)] = Unicode.Scalar(0x391 + UInt32(index))
            table[name.lowercased()] = Unicode.Scalar(0x3b1 + UInt32(index))
        }
        for entry in others.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: "=")
            guard parts.count == 2, let value = UInt32(parts[1], radix: 16) else { continue }
            table[String(parts[0])] = Unicode.Scalar(value)
        }
        return table
    }()

    private static let old: Set<String> = {
        var names = Set(latin.split(separator: " ").map(String.init))
        names.formUnion(["amp", "AMP", "lt", "LT", "gt", "GT", "quot", "QUOT", "COPY", "REG"])
        return names
    }()
}
