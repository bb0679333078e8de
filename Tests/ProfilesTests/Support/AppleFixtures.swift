/// Identity tokens of an issuer of the tests' own, whose keys are gone: they were made for these files. They are valid in a
/// simulation's first minutes, which begin on 2026-01-01; RS256 and ES256.
enum AppleFixtures {
    static let nonce = "q7Zs0vJm2Xw9Kd4Rt6Yb1Lc8Fh3Gp5Nu"
    static let clientID = "org.example.hearth"
    static let subject = "001234.aabbccddeeff00112233445566778899.1234"

    /// The issuer's keys, `rsa-1` and `ec-1`, with one that is of no use.
    static let keys = #"""
        {"keys":[{"kty":"RSA","kid":"rsa-1","use":"sig","alg":"RS256","n":"1ncExEmeelBUAMIodHJzM7xVfoDs6mMGrgKPVFlPa\#
        ffS22u6upXfcUn-zjYmckGXXb6vLnf8nKoAFmjZ4R4d5rnCAfPmuBuAq29t_GCBqeRjBXq2jYUi8GIHt2TRBPOW8utNMqDE74v7037zsVWM4\#
        OHJ_tA4V7PfvaAJJ4te6E2aml4Yr1tH8Q7FeAN5TVAjg_MT28iPSXOkPHTvc5F3Wp5WPX5uShOFt8ezUr3q96cnE3SWhlz0hVj-OnfRUIRt2\#
        w1xtZPyOQv28AsqNrsFuXdbh7FkT82qksgiV53A7wkbAiVYGSvJOHvCUinQ48yDVs_vhuRSVUar8UXFLZnfWw","e":"AQAB"},{"kty":"E\#
        C","crv":"P-256","kid":"ec-1","use":"sig","alg":"ES256","x":"W_gk93eUx0nbbbpOixejUeNM0Bne96ZmKPaP4Xiwjq0","y\#
        ":"pXfLO9KHS21aR3LR8Xyd7UrCZDLt3Hp3Ka7PyfKW1ys"},{"kty":"oct","kid":"secret","k":"AAAA"}]}
        """#

    /// Its keys later: `ec-2` in place of `ec-1`.
    static let laterKeys = #"""
        {"keys":[{"kty":"RSA","kid":"rsa-1","use":"sig","alg":"RS256","n":"1ncExEmeelBUAMIodHJzM7xVfoDs6mMGrgKPVFlPa\#
        ffS22u6upXfcUn-zjYmckGXXb6vLnf8nKoAFmjZ4R4d5rnCAfPmuBuAq29t_GCBqeRjBXq2jYUi8GIHt2TRBPOW8utNMqDE74v7037zsVWM4\#
        OHJ_tA4V7PfvaAJJ4te6E2aml4Yr1tH8Q7FeAN5TVAjg_MT28iPSXOkPHTvc5F3Wp5WPX5uShOFt8ezUr3q96cnE3SWhlz0hVj-OnfRUIRt2\#
        w1xtZPyOQv28AsqNrsFuXdbh7FkT82qksgiV53A7wkbAiVYGSvJOHvCUinQ48yDVs_vhuRSVUar8UXFLZnfWw","e":"AQAB"},{"kty":"E\#
        C","crv":"P-256","kid":"ec-2","use":"sig","alg":"ES256","x":"odHQS529LHqCwHsG0iL_k8NUd5dvqovdfVlXXhP70_g","y\#
        ":"zZI20qE41W4SFR0rJffsU1jnK1F9E0rhTjzN-Dgumc4"}]}
        """#

    /// Good, by `rsa-1`.
    static let goodRSA = #"""
        eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
        bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
        NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
        ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.gY_xanFagmyzvNInv19RgdNwyW9H\#
        EQVASV9b4YlONTeByyJzPleerUyscihs68McKbR9fH7PRqRAHX4Pd0AUp3WEwk2_X8f0JRsLzCdjOdao5KOQUW-c7mQVY83HxqEMm62ySelP\#
        yuLYzEgozSGFhKMGnGT6MYXPxjrsVU3CzVedouHhkGnYQyIUw694jjsTM7R3mEOwHIFV0ZTT8h_MqsBMiCv52y75OKQiQJL7Z8ReqJJtDYCm\#
        8pJTaXBzUpPt8LNt-K63MHjvyQf7bKc46OGMfiCabWMYqkT5JDYFKkQiwD6tkE18Jue2s2dVcCO4X-uGb_E55fsyS93nN0USgg
        """#

    /// Good, by `ec-1`.
    static let goodEC = #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTEifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
        GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0N\#
        TU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZ\#
        GM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.VUMy5gp-Izuxboi63rHNnwbC1J21I\#
        D2vVPTJxt8wVXyk6ZnWgsQd4vFYD_w_A-G-WIZr9oZOGmUwwki-CyLGhg
        """#

    /// Another person's, by `ec-1`, without a mail address.
    static let ben = #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTEifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
        GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTExMS5iZW4uMSIsIm5vbmNlIjoiZTA4NmQ1N\#
        DJmOTkyMWM3ZGNhMjFjNzJiYmYyMzhmZWJjM2MzMDgyNmVlZmU4MWY2MDZiYTJlYmRjODM2MjU4MyIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlf\#
        Q.g09-dYMRr3PHsdtJl4oxoUbuqewlJHTxjNtbHjgYUwazlP_VjpUoQAnrQmAVD8QJDrsFLcAyaz68b6jd6r7_fQ
        """#

    /// Good, by `ec-2`.
    static let nextKey = #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTIifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
        GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0N\#
        TU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZ\#
        GM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.ObBU8AYkKi92eX3uRhnNoWtl3eIoA\#
        aa6SzjUZVbU05AOZ3xqoojeBOjO5DLu3S6WWv2RtfFuIT-3-gXD027LjA
        """#

    /// Tokens that prove nothing, and why.
    static let refused: [(why: String, token: String)] = [
        (
            "it cannot be read",
            #"""
            not.a.token
            """#
        ),
        (
            "it cannot be read",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.gY_xanFagmyzvNInv19RgdNwyW9H\#
            EQVASV9b4YlONTeByyJzPleerUyscihs68McKbR9fH7PRqRAHX4Pd0AUp3WEwk2_X8f0JRsLzCdjOdao5KOQUW-c7mQVY83HxqEMm62ySelP\#
            yuLYzEgozSGFhKMGnGT6MYXPxjrsVU3CzVedouHhkGnYQyIUw694jjsTM7R3mEOwHIFV0ZTT8h_MqsBMiCv52y75OKQiQJL7Z8ReqJJtDYCm\#
            8pJTaXBzUpPt8LNt-K63MHjvyQf7bKc46OGMfiCabWMYqkT5JDYFKkQiwD6tkE18Jue2s2dVcCO4X-uGb_E55fsyS93nN0USgg=
            """#
        ),
        (
            "it cannot be read",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiAiaHR0cHM6Ly9hcHBsZWlkLmFwcGxlLmNvbSIsICJhdWQiOiAib3JnLmV4\#
            YW1wbGUuaGVhcnRoIiwgImV4cCI6IDE3NjczMTIwMDAsICJpYXQiOiAxNzY3MjI1NjAwLCAic3ViIjogIjAwMTIzNC5hYWJiY2NkZGVlZmYw\#
            MDExMjIzMzQ0NTU2Njc3ODg5OS4xMjM0IiwgIm5vbmNlIjogImUwODZkNTQyZjk5MjFjN2RjYTIxYzcyYmJmMjM4ZmViYzNjMzA4MjZlZWZl\#
            ODFmNjA2YmEyZWJkYzgzNjI1ODMiLCAiZW1haWwiOiAiYWRhQGV4YW1wbGUub3JnIiwgImVtYWlsX3ZlcmlmaWVkIjogdHJ1ZSwic3ViIjoi\#
            MDA5OTk5Lm90aGVyLjEifQ.iGvox6MCHZWmyX4pBubpiht4Pu2NXcufkp6kwACz5SHOjlNOTiKGHUWFlVsuwEz1m5Amck5I6IyRD5VJHadXs\#
            O19eW6yu2vijgZyf_8oCvIt8Pf3TJtwaS8DQ9gTN53KaWDBBnjF_2A0Hd5vMNLGQExM4TfSJyCoBsC8X0vD7cSZ4jFzYbMqytJeMNgOw_IZw\#
            _7O0i02lXlgnCV3lluL4RuSeuZFPQwKV1b8SBObxMthayyKeeMNCJ0iydH_RI_2hegRm7wFFaPonl144qiMcB3SSzIWj_0xIQHNdNI9CgENv\#
            uR01cCCSjaCWiTSCvzS0uJzKG8r9E19TCsGwyPL7g
            """#
        ),
        (
            "it cannot be read",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IiIsIm5vbmNlIjoiZTA4NmQ1NDJmOTkyMWM3ZGNh\#
            MjFjNzJiYmYyMzhmZWJjM2MzMDgyNmVlZmU4MWY2MDZiYTJlYmRjODM2MjU4MyIsImVtYWlsIjoiYWRhQGV4YW1wbGUub3JnIiwiZW1haWxf\#
            dmVyaWZpZWQiOnRydWV9.UyG6odcWyvcAON6_hPWY1BJvZfAuqmqjqTkVVld4NgYpm6tI41mcBZwSE8Kf2T00YenQDRqSIKDBm2iSvzC2Yk9\#
            Yr_K0E89C-c1tj9NnZWmP6d_3wqIjCTfkB48kp8CHXodvB74xtynMC1IqVqfHLyxoCktLWE3Im3GfO7hIh2kHH2raLOO2aFIGog-VZ0pIjO4\#
            Z8JKrM_6nEXly5lf67U3UJWcofUPr7KAQ0G2pn-zt7El2OlKsNTj-4RtTytmw3ycroY-3oWWItY54xdIy3vGYdHo-cLVk3Dy7VzYvHFG7o9G\#
            27T7vZfMf1RbaAFUyZVnIQdUr1noX_8XnZBvvJQ
            """#
        ),
        (
            "it cannot be read",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjpbIm9yZy5leGFt\#
            cGxlLmhlYXJ0aCJdLCJleHAiOjE3NjczMTIwMDAsImlhdCI6MTc2NzIyNTYwMCwic3ViIjoiMDAxMjM0LmFhYmJjY2RkZWVmZjAwMTEyMjMz\#
            NDQ1NTY2Nzc4ODk5LjEyMzQiLCJub25jZSI6ImUwODZkNTQyZjk5MjFjN2RjYTIxYzcyYmJmMjM4ZmViYzNjMzA4MjZlZWZlODFmNjA2YmEy\#
            ZWJkYzgzNjI1ODMiLCJlbWFpbCI6ImFkYUBleGFtcGxlLm9yZyIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlfQ.GmwWmKj5Wl4Y6wcIyIy0Q3e8r\#
            Xg5oC_hiLyQTh6MIZ2cjp5slfQFhZkL4_KeFxs9fRAk_fu7ZBtm0NArDygQCOoA38oEz238EcAteaTOTeTv8WkJIsVvMfNiizdfX5pI-jQRl\#
            0xFTKvBve-Rt1IbVuEJPpYQtlkrh8PbKVSVB2FPhV9P6FiPg3T5Gvxab-9Q9MKVwqVxQOAeefO2BfIbpzOhhia2l1iaSJIYZKNWYpRiKdTxg\#
            KGXQrVnNVWLkzpadZrCsrH07qUNjaOTMNoOAvmHvBghbtjjif0LN5nUQD5haTdqwS8QW65nguEVdkNmTqeU2u3enCe11lZikuAWkQ
            """#
        ),
        (
            "its signature algorithm is not accepted",
            #"""
            eyJhbGciOiJub25lIiwia2lkIjoicnNhLTEifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
            GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0N\#
            TU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZ\#
            GM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.
            """#
        ),
        (
            "its signature algorithm is not accepted",
            #"""
            eyJhbGciOiJIUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.zlBJP-mqLHRCnXSpI_cczSMRgdIx\#
            7b64-8UENVSD3-0
            """#
        ),
        (
            "its signature algorithm is not accepted",
            #"""
            eyJhbGciOiJFZERTQSIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.MDAwMDAwMDAwMDAwMDAwMDAwMDAw\#
            MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA
            """#
        ),
        (
            "its signature algorithm is not accepted",
            #"""
            eyJhbGciOiJFUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.3FElY3ILU5qQveJb8ecexoIUyFkf\#
            WEtAr-wEqYVajk8WXTGx3m5iUvZxzrfW9S9I75i6o9lkD9zExQn2iaSQ2g
            """#
        ),
        (
            "it is signed by none of Apple's keys",
            #"""
            eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTkifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
            GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0N\#
            TU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZ\#
            GM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.LNjRseNlNp9qqnnYpChZfBzDGb4I1\#
            XXvpcyJCIHmp6aiMgKLPkFrM543IebNvIWnn1r-CAVlYQ0c5DnYjmrUHw
            """#
        ),
        (
            "it is signed by none of Apple's keys",
            #"""
            eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wbGUuaGVhcnRoIiwiZXh\#
            wIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0NTU2Njc3ODg5OS4xMjM\#
            0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZGM4MzYyNTgzIiwiZW1\#
            haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.G99tjT02O-MfWNbSpVLcWhCIsIRw2MfSPLwq_K9bi-Zp61d\#
            sKnbYBx3vQbHddjtlGz9We9ePS1Nx2-qMJuqS0GxmS0pIp8Pr5UMOcSPntra-Qj9r4aZh1yegacpGRFi-JzBp7CGBFMFYhGp2izfwOq649o1\#
            i4ssm6yZLsOA-LLOqqlxIUfWRbpRXrYvpI5MpHUs2BUZPlBvrX5JhN7pduZT0blhH6nAG1f6uEe1XP2uZ09WluPNBy5LuLWNgpMiy5EDSydT\#
            -99mljuXL5vC2HvxFjBV4ayClE9xGCJ2FUbiHYda6apQzds2q6YVjf-Jk-c4uwq5SA5Ugp0woy_DzMw
            """#
        ),
        (
            "its signature is invalid",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.RPAS_lz0RbAX5c6duz5mZ30gmCpS\#
            1wOqS4WrcxDsOktR_J99AMSF9rVcUBq47xwA_cLreRCTVtNOFD1G37jf3Fi9PxhE8iCIr1dCTtQL07cRrO40N0GYRaR2uL_cENkrMlMzEV8_\#
            IcZFHkmHCZ3Kb5r4XHCOzFPhGm_R6NnGymVTjgDsgk5VHnHPbpqrAaYj6IFztZDZO4yuHXJPuXxUf7Cp9TJAENxq_g1_w80v2hK-gI36o4A_\#
            edT2jyXUINlGzS_pohVefezlSX_gcipfJK8xie8ZnBAM02o3N1qFe6KX976dGFR0-ISw_nrjTP5-MWZSVTuUMbBnaCG7WbVb-Q
            """#
        ),
        (
            "its signature is invalid",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwOTk5OS5vdGhlci4xIiwibm9uY2UiOiJlMDg2\#
            ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBs\#
            ZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.gY_xanFagmyzvNInv19RgdNwyW9HEQVASV9b4YlONTeByyJzPleerUyscihs68McKbR9\#
            fH7PRqRAHX4Pd0AUp3WEwk2_X8f0JRsLzCdjOdao5KOQUW-c7mQVY83HxqEMm62ySelPyuLYzEgozSGFhKMGnGT6MYXPxjrsVU3CzVedouHh\#
            kGnYQyIUw694jjsTM7R3mEOwHIFV0ZTT8h_MqsBMiCv52y75OKQiQJL7Z8ReqJJtDYCm8pJTaXBzUpPt8LNt-K63MHjvyQf7bKc46OGMfiCa\#
            bWMYqkT5JDYFKkQiwD6tkE18Jue2s2dVcCO4X-uGb_E55fsyS93nN0USgg
            """#
        ),
        (
            "its signature is invalid",
            #"""
            eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjLTEifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1wb\#
            GUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0N\#
            TU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmViZ\#
            GM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0._XYDIXnKlpddVgxUBgPWk8sy5tfwR\#
            UOG2qqFeAorDXjlhS7V1kPF-V6rmIkj4HdakqDapoRgwLHuR8MoeAjhBg
            """#
        ),
        (
            "its signature is invalid",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIiwiY3JpdCI6WyJ4Il0sIngiOjF9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29\#
            tIiwiYXVkIjoib3JnLmV4YW1wbGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJ\#
            iY2NkZGVlZmYwMDExMjIzMzQ0NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzM\#
            wODI2ZWVmZTgxZjYwNmJhMmViZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.Qwx\#
            mux07zgCjTtj55sjeNQ1zBeYmP9jdEWLJmNyx3M9cT3zU4Ea121cRIv4E8iPPNeYafwmdfyH5RMn9sx1VL3EDD-YquaBTKwIzBe62LxUjv0U\#
            Qg6jShKG4K377qDN1IQBi7WIRSATUdiAjH02Ep9BdtbFwRSPDGW-93XbUB_4ds-e2obzNY96p0Ku9K5VwMaBe31JjiOqK1-FcPmLoIMQrQIg\#
            q1nfoFp33aM_7sjilNXKH-dLxOFGHPUG01NYLNZTx_vWEnnurNI3Mi2nMzhdCWbuaf3fqDMWorCIMXB4BHdbXRAAnckAWyQopSfow2AlXBTY\#
            kAdn7F-A4w7OsQw
            """#
        ),
        (
            "it is another issuer's",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tLyIsImF1ZCI6Im9yZy5leGFt\#
            cGxlLmhlYXJ0aCIsImV4cCI6MTc2NzMxMjAwMCwiaWF0IjoxNzY3MjI1NjAwLCJzdWIiOiIwMDEyMzQuYWFiYmNjZGRlZWZmMDAxMTIyMzM0\#
            NDU1NjY3Nzg4OTkuMTIzNCIsIm5vbmNlIjoiZTA4NmQ1NDJmOTkyMWM3ZGNhMjFjNzJiYmYyMzhmZWJjM2MzMDgyNmVlZmU4MWY2MDZiYTJl\#
            YmRjODM2MjU4MyIsImVtYWlsIjoiYWRhQGV4YW1wbGUub3JnIiwiZW1haWxfdmVyaWZpZWQiOnRydWV9.IJHJ4O-D_Qd-O89jaH9iwbm16bs\#
            UKzpnEwg8XvN5EAC1pZakMVUINWbLQeespRGAQLO_fbVy2ISnkwsXMwx69SuKcY3eV4SuANrB3NUFbjOfqEElpUSMdvUE1jA26auZgq3Tqmw\#
            vVELt9RrFol_palioA_gYRweP91v7f6RIXRZNmAUzCdp49rjcmm4hH_4VPTeVsZ4fZ6GrfgbLYG3BjGeQ1xjrM54kO6fFB9-_Pa93Xy_b9L_\#
            hBl0rUQd1Yj-MJdRkvswisdhvJXlhGJS8aPaoy54nRfaySbpTzcolMyRKE405CDOHEPIjKiCVb_lCOpk9uP6boICGIGb4LO8VAg
            """#
        ),
        (
            "it is for another client",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUub3RoZXIiLCJleHAiOjE3NjczMTIwMDAsImlhdCI6MTc2NzIyNTYwMCwic3ViIjoiMDAxMjM0LmFhYmJjY2RkZWVmZjAwMTEyMjMzNDQ1\#
            NTY2Nzc4ODk5LjEyMzQiLCJub25jZSI6ImUwODZkNTQyZjk5MjFjN2RjYTIxYzcyYmJmMjM4ZmViYzNjMzA4MjZlZWZlODFmNjA2YmEyZWJk\#
            YzgzNjI1ODMiLCJlbWFpbCI6ImFkYUBleGFtcGxlLm9yZyIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlfQ.fW-EiYuyLMP-5-Ju773jlRktji44g\#
            nw-j0S5dQM5eQyQKK9njLvf7xFhxiMP1xdPLTZ1G05CGYUb-2CgWko5PDQG5I1kPiW7ZXiCRdPmWSVSvQrTgtURIMXhW1YarBfKf-90dE80-\#
            3TWrK_n4thmfxd6-MENsKBJS3ESbsz5ELkjxr0o-c7fX_6bqyfDMXYRBdrWlg1cjhE_bzxbKQd3g6Gi6oMxBCvp8NT24iNIOafq0mXiH9HD2\#
            UvTX4P_JoCtBR5dWOwdlhx-nohEfxNX3A2bFo1gj1DkvWYKCF5lMMeP66tBT8w4zJdnog32eWbUEjYhZmJBihJodemHt1kuDQ
            """#
        ),
        (
            "it has expired",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MjI1NjAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.E7_DVCfooIHAh4ysByLR1PmEu_z_\#
            1KiQ3OvCh1fNKgMV68SWG6VUy1-YRVm6g60s_Fn6-o9kUAk0u6DDFUL6rguU-F1NCLCa-W-g5cUR_WuIFCYomgQyM_tomxbZnNiMXid6eFTx\#
            -Iv-gic6PUUvnZOzBR0XnsimZyuaXsNY8jTq7-hI2QXDHSU8oorHv1Rjt_nv8my1stUXVE1ESzc2fbl0Voej43s4RgqT2QvnEieWDN7dq3I1\#
            EbUB1LXyQXP_D63N42QsCnmdZnYvOvlwWGcmIn4f2cDh8vmFHBzU_Rpd94Txs8l7O3gogdIWIkUz_jRZyqUYfTghWHvFg1axyA
            """#
        ),
        (
            "it is not valid yet: a clock is wrong",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU3MjAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.HImWyQZAcPsmfeeoVF3QF8sLWJB9\#
            MJU9fSNJBuA0DFD8HqyeZw7V_jHALfS31lmib4_5tNbuP1TniuBJ9b6Bfl4NHqqlWDN4btDduiMRwhROD_mYzK9dwvMW6mEfwaHFkrA_qGii\#
            8qvUuTLODHDGzSQ9OynXlWeGsp8BNOvi2PI9YqIgc-McgRqKWhS1FGgJcTlFd-R1Y3e1FJ6C4Bsb3RdLXPGtQUDFM7HRQpw9FHTGfaTbg_4V\#
            eIuqtnfcu21suEyWGTp_rOcqxmN2W_zIAYTBVH27c30dmzVJst5-E8l4RLy3Zr_KiPMc4TzO1QCNdWJ4aC1qABdOLGHJTBS89g
            """#
        ),
        (
            "it was issued too long ago",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjQ5MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJlMDg2ZDU0MmY5OTIxYzdkY2EyMWM3MmJiZjIzOGZlYmMzYzMwODI2ZWVmZTgxZjYwNmJhMmVi\#
            ZGM4MzYyNTgzIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.WLcNiIZiGivGzkY9UjlvyHmQefLT\#
            quQ1Ry1h_LgnVqdBNBhdjh4NORFvtanGHKb5v4l3vNV0dm1RT1PMcS9WCgJCy4NAm51xDqYkJJLcHNu9eOMBdeo46bNuH6PORS-l4QLn2J3e\#
            XlunI56JQfZvBDAxkfLM-jstGvtHP_Tv38gFjC2nWEHNEI2c6ZlP5JeoallQ1MT3iSWe2s74RDsxF4SOtUkSY9NgcW7wYlqv_Yyb5XTYM08w\#
            3afMUfR8fLgh-BBM8-YEhsoZ6SiPiPP0h8cefjlmnBi_OFqy0SFc-9g3jRHtgoNlan68sh8Ln8qAproLlaMd3hWVYPVlix5e4Q
            """#
        ),
        (
            "its nonce is not the SHA-256 of the given one",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiIyZDcxMTY0MmI3MjZiMDQ0MDE2MjdjYTlmYmFjMzJmNWM4NTMwZmIxOTAzY2M0ZGIwMjI1ODcx\#
            NzkyMWE0ODgxIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.qY-0c1nu0Ple5BlJszcWcw8AamGP\#
            zGzKyOYDysSD04f-v9uCgI70zA2nyFjaEq38ixR-98N8vxD6InYmrLO_JqTyqjdC_tBKv_hvpN9QjPsvBTT4ZWfCDj4rfPLKU_f91pouwhI7\#
            VGvW7Eo98pE1_y9pB-U5eezt7jo0AmRM8kn965HIwmCxW3qMhLp-SNXZVkcVLa8vjXSwhxqzWq-zGjm-7jJa6nLheKgQeQCtYFv1KnZudmVc\#
            GZHZMh-AcFsG81n4bnqXBS15dY9L-UD-O3NtUwTfjBkjW5snyh1A3LRw-xUGA4myt68vZUI6qlIBTB14V64nsXfQW2EEjMPiIA
            """#
        ),
        (
            "its nonce is not the SHA-256 of the given one",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0Iiwibm9uY2UiOiJxN1pzMHZKbTJYdzlLZDRSdDZZYjFMYzhGaDNHcDVOdSIsImVtYWlsIjoiYWRhQGV4YW1wbGUu\#
            b3JnIiwiZW1haWxfdmVyaWZpZWQiOnRydWV9.CBzc4XvzA36u4vU_kI9gSvRXd6_-LD7Q0X7qFZCLRV_o90dy3Q2JIKHzA20ox2tVVF7ke40\#
            Z8acQDs9t7GWO0Gkvjmosywvh5ASBwRmjKWY-LogdAEzJZNbjOJ3DvuYZhdH0A_McWLCnCn9GtDLqkq8DFl8UPZ_4DAwEuX2gOwstjsonoGt\#
            mODBEu_-a5UnC9tTxGgWw4B2cL2XTtYBKZgEa2D8wBL7hzvr1VYPBZexpx7a9AyXw95n8TFua4YVVSBqbkOjZrZDRti2KOX3D7AtdFccGBpW\#
            fF9Q5bb9rqtpAjtgNjldmy50XSJRf_mk1hyAygWVpbfC3ydbPHt58Uw
            """#
        ),
        (
            "its nonce is not the SHA-256 of the given one",
            #"""
            eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYS0xIn0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoib3JnLmV4YW1w\#
            bGUuaGVhcnRoIiwiZXhwIjoxNzY3MzEyMDAwLCJpYXQiOjE3NjcyMjU2MDAsInN1YiI6IjAwMTIzNC5hYWJiY2NkZGVlZmYwMDExMjIzMzQ0\#
            NTU2Njc3ODg5OS4xMjM0IiwiZW1haWwiOiJhZGFAZXhhbXBsZS5vcmciLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.OvDkpu1PDDYgwPLrub0m\#
            BlZ1FlMfCZLjExHSi6FHTwy3AI7bkztVeursR20hWLhKdJBC8DLsX2PFWbGkG44O7fc-1wB8sPDlXYJU5ZZs_8pGVIuXtC6tyDq-KbDeakEw\#
            X5-xc95AtO5PPIiFhj9cfI2Fkv1fnX6AkXtYubJSMOf5y0RCq6ZEZ317zRqRubO996jMMYjSCzFseWkQbVjscrDbTvty5Y_B8HY8Ie-1ZDvb\#
            fq0rHDOXrk9w6i54B0eLqaecC-oQeBW16WIiYn0hKP6LTUr_YKpkuH-OJkoTMtoTCTdjNq1WPQNZXh0aQ-LDQ3fvrO4P5gElwbSNPSyieQ
            """#
        ),
    ]
}
