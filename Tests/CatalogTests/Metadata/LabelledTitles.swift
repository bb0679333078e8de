/// Films as playlists write them, and which of TMDB's 10,000 best known they are: by hand, for the tests of the matcher.
enum LabelledTitles {
    /// A title and its number at TMDB, nil where none of these is surely it.
    static let all: [(written: String, id: Int64?)] = lines.split(separator: "\n").map { line in
        let parts = line.split(separator: "\t")
        return (String(parts[0]), parts.count > 1 ? Int64(parts[1]) : nil)
    }

    private static let lines = """
        Dune (2021)\t438631
        Dune (1984)\t841
        4K-EN - Dune (2021)\t438631
        [DE] Dune 1984\t841
        Dune.2021.2160p.WEB-DL.x265\t438631
        Dune
        Dune (1999)
        It (2017)\t346364
        IT - It (2017)\t346364
        |IT| It (2017) [1080p]\t346364
        IO (2019)\t433249
        EN: IO (2019)\t433249
        Us (2019)\t458723
        US - Us (2019)\t458723
        Ma (2019)\t502416
        Up (2009)\t14160
        UK - Up (2009) HD\t14160
        Her (2013)\t152601
        Old (2021)\t631843
        Ava (2020)\t539885
        Ava (2017)\t453354
        Kin (2018)\t425505
        Pan (2015)\t266647
        Max (2015)\t272878
        Spy (2015) [MULTI]\t238713
        Tag (2018)\t455980
        Run (2020)\t546121
        War (2007)\t10431
        Elf (2003)\t10719
        Big (1988)\t2280
        Rio (2011)\t46195
        Eli (2019)\t483202
        Amy (2015)\t331781
        Ali (2001)\t8489
        Ray (2004)\t1677
        JFK (1991)\t820
        RED (2010)\t39514
        300 (2007)\t1271
        21 (2008)\t8065
        9 (2009)\t12244
        42 (2013)\t109410
        X (2011)\t73454
        It
        Up
        Us
        Frozen (2013)\t109445
        Frozen (2010)\t44363
        DE| Frozen (2013) FHD\t109445
        Frozen
        Mulan (1998)\t10674
        Mulan (2020)\t337401
        Mulan 2020 4K HDR\t337401
        The Lion King (1994)\t8587
        The Lion King (2019)\t420818
        The Lion King
        Aladdin (1992)\t812
        Aladdin (2019)\t420817
        Cinderella (1950)\t11224
        Cinderella (2015)\t150689
        Cinderella (2021)\t593910
        Cinderella (1997)
        Pinocchio (1940)\t10895
        Pinocchio (2019)\t413518
        Titanic (1997)\t597
        Titanic (1953)\t16535
        Titanic\t597
        Ghostbusters (1984)\t620
        Ghostbusters (2016)\t43074
        The Karate Kid (1984)\t1885
        Karate Kid (2010)\t38575
        Robin Hood (1973)\t11886
        Robin Hood (2010)\t20662
        Robin Hood (2018)\t375588
        Robin Hood (1991)
        Halloween (1978)\t948
        Halloween (2018)\t424139
        Halloween
        The Avengers (2012)\t24428
        The Avengers (1998)\t9320
        Avengers, The (2012)\t24428
        Venom (2018)\t335983
        Venom Let There Be Carnage (2021)\t580489
        Venom: Let There Be Carnage [4K] [2021]\t580489
        NF: Red Notice (2021)\t512195
        Red.Notice.2021.1080p.NF.WEB-DL.DDP5.1\t512195
        Spiderman: Far From Home (2019)\t429617
        Spider Man Homecoming (2017)\t315635
        SPIDER-MAN 2 (2004)\t558
        The Amazing Spider-Man (2012)\t1930
        Rocky 2 (1979)\t1367
        Rocky II (1979)\t1367
        Rocky 4 (1985)\t1374
        Rocky (1976)\t1366
        The Godfather Part 2 (1974)\t240
        The Godfather (1972)\t238
        EN - The Godfather Part II (1974)\t240
        Kill Bill Volume 1 (2003)\t24
        Kill Bill: Vol. 2 (2004)\t393
        Oceans 11 (2001)\t161
        Ocean's Eleven (2001)\t161
        Ocean's 12 (2004)\t163
        Fast and Furious (2009)\t13804
        F9 (2021)\t385128
        Wall-E (2008)\t10681
        WALL·E (2008)\t10681
        Amélie (2001)
        Le Fabuleux Destin d'Amélie Poulain (2001)\t194
        FR - Le fabuleux destin d Amelie Poulain (2001)\t194
        기생충 (2019)\t496243
        La casa de papel (2017)
        La vita è bella (1997)\t637
        IT| La vita e bella (1997)\t637
        Das Boot (1981)\t387
        Der Untergang (2004)\t613
        Lola rennt (1998)\t104
        Harry Potter and the Philosopher's Stone (2001)\t671
        Harry Potter & the Chamber of Secrets (2002)\t672
        Harry Potter (2001)
        Star Wars (1977)\t11
        The Matrix (1999)\t603
        Matrix (1999)\t603
        The Matrix Reloaded (2003) [EN]\t604
        The Matrix (2003)
        Alien (1979)\t348
        Aliens (1986)\t679
        Alien 3 (1992)\t8077
        Die Hard (1988)\t562
        Die Hard 2 (1990)\t1573
        Toy Story (1995)\t862
        Toy Story 2 (1999)\t863
        Toy Story 3 (2010) 3D\t10193
        Toy Story 9 (2031)
        Zootopia (2016)\t269149
        Inception (2010) BluRay\t27205
        Inception (2011)\t27205
        Inception\t27205
        Inception (2014)
        Interstellar.2014.IMAX.2160p\t157336
        Joker (2019) (EN)\t475557
        Parasite (2019)
        Tenet (2020)\t577922
        1917 (2019)\t530915
        2012 (2009)\t14161
        1917\t530915
        2012 (4K)\t14161
        1408 HD\t3021
        [REC] (2007)\t8329
        10 Cloverfield Lane\t333371
        V/H/S/2 (2013)\t159117
        ES: Up (2009)\t14160
        Final Destination\t9532
        Cell
        Wrong Turn 2\t13186
        Saw 2 (2009)
        Blade Runner 2049 (2017)\t335984
        Blade Runner (1982) Final Cut\t78
        The Courier (2021)\t522241
        The Courier (2012)\t97512
        The Courier (2020)
        Escape Room (2019)\t522681
        Escape Room (2017)
        Drive (2011)\t64690
        Drive (2019)\t466550
        Coco (2017)\t354912
        Coco (2009)\t18955
        Total Recall (1990)\t861
        Total Recall (2012) Extended\t64635
        Carrie (1976)\t7340
        Carrie (2013)\t133805
        Lolita (1962)\t802
        Black Widow (2021) UHD\t497698
        Black Widow (1987)\t19345
        A Christmas Carol (2009)\t17979
        A Christmas Carol (1984)\t13189
        Beauty and the Beast (1991)\t10020
        Beauty & the Beast (2017)\t321612
        Home Movie Night (2020)
        My Holiday Video 2019
        Test Channel 1
        Bayern gegen Dortmund (2021)
        Arrival (2016) ENG SUB\t329865
        The Thing (1982)\t1091
        The Thing (2011)\t60935
        Godzila (2014)\t124905
        Shawshank Redemption (1994)\t278
        Forest Gump (1994)\t13
        Pulp Fiction (1994) [Backup]\t680
        Se7en (1995)\t807
        Seven (1995)
        Mission Impossible (1996)\t954
        Mission: Impossible 2 (2000)\t955
        Mission Impossible - Fallout (2018)\t353081
        XMen 2 (2003)
        Sherlock Holmes (2009)\t10528
        Jaws (1975)\t578
        Psycho (1960)\t539
        Psycho (1998)\t11252
        King Kong (2005)\t254
        King Kong (1933)\t244
        King Kong (1976)\t10730
        """
}
