import Testing

@testable import SchedulerService

@Suite struct RecurrenceRuleTests {
    private func days(_ rule: String, from first: String, through last: String = "2030-12-31") throws -> [String] {
        let first = try #require(CivilDate(first))
        return try RecurrenceRule(rule).days(from: first, in: first...(try #require(CivilDate(last))))
            .map(\.description)
    }

    /// The examples of RFC 5545, section 3.8.5.3, of parts that are kept here.
    @Test func `the standards examples`() throws {
        #expect(
            try days("FREQ=DAILY;INTERVAL=10;COUNT=5", from: "1997-09-02") == [
                "1997-09-02", "1997-09-12", "1997-09-22", "1997-10-02", "1997-10-12",
            ])
        #expect(try days("FREQ=WEEKLY;UNTIL=19971007;WKST=SU;BYDAY=TU,TH", from: "1997-09-02").count == 11)
        #expect(
            try days("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "1997-08-05") == [
                "1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24",
            ])
        #expect(
            try days("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "1997-08-05") == [
                "1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31",
            ])
        #expect(
            try days("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", from: "1997-09-22") == [
                "1997-09-22", "1997-10-20", "1997-11-17", "1997-12-22", "1998-01-19", "1998-02-16",
            ])
        #expect(
            try days("FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3", from: "1997-09-28") == [
                "1997-09-28", "1997-10-29", "1997-11-28",
            ])
        #expect(
            try days("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5", from: "1997-09-02") == [
                "1998-02-13", "1998-03-13", "1998-11-13", "1999-08-13", "2000-10-13",
            ])
        #expect(
            try days(
                "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", from: "1996-11-05",
                through: "2005-01-01") == ["1996-11-05", "2000-11-07", "2004-11-02"])
        #expect(
            try days("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", from: "1997-09-04") == [
                "1997-09-04", "1997-10-07", "1997-11-06",
            ])
        #expect(
            try days("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", from: "2007-01-15") == [
                "2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30",
            ])
        #expect(
            try days("FREQ=YEARLY;BYDAY=20MO;COUNT=3", from: "1997-05-19") == [
                "1997-05-19", "1998-05-18", "1999-05-17",
            ])
        // Both numbers and plain days: each day that one of them means.
        #expect(
            try days("FREQ=MONTHLY;BYDAY=1MO,SU;COUNT=6", from: "2027-01-01") == [
                "2027-01-03", "2027-01-04", "2027-01-10", "2027-01-17", "2027-01-24", "2027-01-31",
            ])
        #expect(try days("FREQ=MONTHLY;COUNT=3", from: "2027-01-31") == ["2027-01-31", "2027-03-31", "2027-05-31"])
        #expect(
            try days("FREQ=YEARLY;COUNT=2", from: "2028-02-29", through: "2040-01-01") == ["2028-02-29", "2032-02-29"])
        #expect(try days("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "2027-01-01", through: "2127-01-01").isEmpty)
    }

    /// A range in the middle has what the whole has there, also when periods before it are not looked at.
    @Test(arguments: [
        "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=WE", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU", "FREQ=DAILY;COUNT=300",
    ])
    func `parts agree with the whole`(_ text: String) throws {
        let rule = try RecurrenceRule(text)
        let first = try #require(CivilDate("2027-01-06"))
        let whole = rule.days(from: first, in: first...(first + 1_500))
        #expect(!whole.isEmpty)
        for offset in stride(from: -20, to: 1_480, by: 11) {
            let range = (first + offset)...(first + offset + 20)
            #expect(rule.days(from: first, in: range) == whole.filter(range.contains), "\(range)")
        }
    }

    @Test(arguments: [
        ("FREQ=HOURLY", "FREQ=HOURLY"), ("INTERVAL=2", "FREQ"), ("FREQ=DAILY;BYHOUR=9", "BYHOUR"),
        ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO"), ("FREQ=YEARLY;BYYEARDAY=1", "BYYEARDAY"),
        ("FREQ=DAILY;RSCALE=HEBREW", "RSCALE"), ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT and UNTIL"),
        ("FREQ=DAILY;COUNT=0", "COUNT=0"), ("FREQ=DAILY;COUNT=1001", "COUNT=1001"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY"), ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY"),
        ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS"),
        ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY"), ("FREQ=MONTHLY;BYDAY=XX", "BYDAY"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"),
        ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH"), ("FREQ=DAILY;UNTIL=20270230", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20270101T100000", "UNTIL"), ("FREQ=DAILY;FREQ=DAILY", "FREQ is there twice"),
        ("", "no part"),
        ("FREQ=DAILY;", "no part"),
    ])
    func `what is not kept is refused by name`(_ text: String, _ name: String) throws {
        let refusal = #expect(throws: RecurrenceError.self) { try RecurrenceRule(text) }
        #expect(refusal?.reason.contains(name) == true, "\(refusal?.reason ?? "")")
    }

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20271231;BYDAY=MO,FR;WKST=SU",
        "FREQ=YEARLY;COUNT=3;BYMONTH=1,12;BYMONTHDAY=-1,5;BYDAY=-1MO,2TU;BYSETPOS=-1,1",
        "FREQ=DAILY;UNTIL=20271231T210000Z",
    ])
    func `what is written is read again`(_ text: String) throws {
        #expect(try RecurrenceRule(text).description == text)
        #expect(try RecurrenceRule("rrule:" + text.lowercased()).description == text)
    }
}
