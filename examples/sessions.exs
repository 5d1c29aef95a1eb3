# Recorded sessions: what a user asked, and the programs that a model wrote for it, one after the
# other, each having read what came of the one before. `expect` is a part of what the model reads
# then: the demo ends with an error where it is not.

[
  %{
    name: "countries",
    user:
      "Which countries bought most in October? Leave refunds out, and tell me the largest order.",
    turns: [
      %{tool: "search_apis", expect: ~s("call":"GET /orders")},
      %{
        tool: "execute_api_code",
        expect: "TypeError",
        says: "Orders have no address. The customer has to be fetched, and there are more pages."
      },
      %{tool: "execute_api_code", expect: ~s("email":"iva@customers.example"), whole: true}
    ]
  },
  %{
    name: "undelivered",
    user: "Which of October's large orders have been shipped but not delivered?",
    turns: [
      %{tool: "search_apis", expect: "GET /shipments/{order_id}"},
      %{
        tool: "execute_api_code",
        expect: "fetch is not defined",
        says: "There is no fetch. The courier is one of the APIs."
      },
      %{tool: "execute_api_code", expect: ~s("state":"in transit")}
    ]
  },
  %{
    name: "refund",
    user: "How many orders are cancelled? Refund the largest of them.",
    turns: [
      %{
        tool: "execute_api_code",
        expect: "stopped after 1500 ms",
        says: "The page never advanced."
      },
      %{
        tool: "execute_api_code",
        expect: "POST /orders/{order_id}/refunds",
        says: "The count is there; the refund's path was wrong."
      },
      %{
        tool: "execute_api_code",
        expect: "POST is not allowed with this tool",
        says: "21 orders are cancelled. I may not refund: this tool reads only."
      }
    ]
  },
  %{
    name: "backend",
    user: "What did we sell on 29 November?",
    turns: [%{tool: "execute_api_code", expect: ~s("from":"orders")}]
  }
]
