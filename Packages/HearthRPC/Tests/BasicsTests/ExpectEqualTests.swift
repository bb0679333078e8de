import Expectations
import Testing

struct ExpectEqualTests {
    @Test func `equal values pass, and their comment is not made`() {
        var isCommented = false
        func comment() -> Comment {
            isCommented = true
            return "seed 7"
        }
        expectEqual([1, 2], [1, 2], comment())
        #expect(!isCommented)
    }

    @Test func `different values fail once, at the line of the call, with both values and the comment`() {
        withKnownIssue {
            expectEqual("one", "two", "seed 7")
        } matching: { issue in
            let told = "\(issue)"
            return issue.sourceLocation?.fileName == "ExpectEqualTests.swift" && issue.comments == ["seed 7"]
                && told.contains("one") && told.contains("two")
        }
    }
}
